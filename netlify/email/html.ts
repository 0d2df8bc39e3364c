import { pictureAddress } from '../../src/contract/pictures.ts';
import { brand } from '../../src/domain/config.ts';

/** The light colours of the shop (styles/global.css): mail programs do not support custom properties. */
export const colour = {
  paper: '#f5f2eb',
  surface: '#fcfaf6',
  ink: '#171410',
  muted: '#5e564a',
  line: '#d8d1c3',
} as const;
const accent = { red: '#c9341c', on: '#fffaf5' } as const;
export const font = "font-family:'Helvetica Neue',Helvetica,Arial,sans-serif";

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

export function paragraph(text: string): string {
  return row(
    `<p style="margin:0;${font};font-size:16px;line-height:24px;color:${colour.ink}">${escapeHtml(text)}</p>`,
  );
}

export function heading(text: string): string {
  return row(
    `<h1 style="margin:0;${font};font-size:24px;line-height:30px;font-weight:700;color:${colour.ink}">${escapeHtml(text)}</h1>`,
  );
}

/** A picture as JPEG: Outlook shows neither WebP nor AVIF. @param siteUrl without a slash at the end */
export function jpegAddress(src: string, widthPx: number, siteUrl: string): string {
  return `${siteUrl}${pictureAddress(src, widthPx)}&fm=jpg`;
}

export function picture(address: string, alt: string, link: string): string {
  return row(
    `<a href="${escapeHtml(link)}"><img src="${escapeHtml(address)}" alt="${escapeHtml(alt)}" width="480" ` +
      `style="display:block;width:100%;max-width:480px;height:auto;border:0;color:${colour.muted};${font};font-size:14px"></a>`,
  );
}

/** A link that looks like a button: a coloured cell, because Outlook ignores the padding of a link. */
export function button(label: string, link: string): string {
  return row(
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>` +
      `<td bgcolor="${accent.red}" style="padding:14px 28px">` +
      `<a href="${escapeHtml(link)}" style="${font};font-size:16px;font-weight:700;color:${accent.on};text-decoration:none">` +
      `${escapeHtml(label)}</a></td></tr></table>`,
  );
}

/** A less visible link, for a rarely used action. */
export function link(label: string, address: string): string {
  return row(
    `<a href="${escapeHtml(address)}" style="${font};font-size:14px;line-height:20px;color:${colour.muted}">${escapeHtml(label)}</a>`,
  );
}

export function row(content: string): string {
  return `<tr><td style="padding:0 24px 20px">${content}</td></tr>`;
}

/**
 * The frame of every email: brand above, reason and sender below. It uses tables and inline styles, because Gmail drops
 * much of the rest. `preview` is the line that inboxes show after the subject.
 */
export function frame(email: {
  title: string;
  preview: string;
  rows: readonly string[];
  why: string;
}): string {
  const small = `margin:0;${font};font-size:13px;line-height:20px;color:${colour.muted}`;
  const { legalName, address } = brand.company;
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(email.title)}</title>
</head>
<body style="margin:0;padding:0;background:${colour.paper}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(email.preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${colour.paper}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${colour.surface}" style="max-width:528px;border:1px solid ${colour.line};text-align:left">
<tr><td style="padding:24px 24px 20px;${font};font-size:20px;font-weight:700;letter-spacing:1px;color:${accent.red}">${escapeHtml(brand.name)}</td></tr>
${email.rows.join('\n')}
<tr><td style="padding:20px 24px 24px;border-top:1px solid ${colour.line}">
<p style="${small}">${escapeHtml(email.why)}</p>
<p style="${small}">Questions? Write to <a href="mailto:${escapeHtml(brand.support.email)}" style="color:${colour.muted}">${escapeHtml(brand.support.email)}</a>.</p>
<p style="${small}">${escapeHtml(`${legalName}, ${address}`)}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** The same as plain text, for programs that show no HTML. */
export function textFrame(paragraphs: readonly string[], why: string): string {
  const { legalName, address } = brand.company;
  const sender = [why, `Questions? Write to ${brand.support.email}.`, `${legalName}, ${address}`].join('\n');
  return `${[...paragraphs, `--\n${sender}`].join('\n\n')}\n`;
}
