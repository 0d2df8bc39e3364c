import { colour, escapeHtml, font, row } from './html.ts';

/** One line of an order. Texts are escaped here. */
export interface TableLine {
  /** The picture's URL and its link; null for a line without a picture. */
  picture: { address: string; alt: string; link: string } | null;
  name: string;
  /** Size and quantity. */
  detail: string;
  amount: string;
}

/** A line below the items: a subtotal, a fee, the total. */
export interface SumLine {
  label: string;
  amount: string;
  isTotal: boolean;
}

const PICTURE_PX = 56;
const top = `border-top:1px solid ${colour.line}`;
const text = `${font};font-size:15px;line-height:21px;color:${colour.ink}`;
const small = `${font};font-size:13px;line-height:19px;color:${colour.muted}`;

/**
 * The ordered items, each with a picture, and the sums. It uses two tables, so that long totals do not make the names
 * narrower on a small phone.
 */
export function orderTable(lines: readonly TableLine[], sums: readonly SumLine[]): string {
  return row(table(lines.map(lineRow)) + table(sums.map(sumRow)));
}

function table(rows: readonly string[]): string {
  const attributes = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';
  return `<table ${attributes}>${rows.join('')}</table>`;
}

function lineRow({ picture, name, detail, amount }: TableLine): string {
  const image = picture
    ? `<a href="${escapeHtml(picture.link)}"><img src="${escapeHtml(picture.address)}" alt="${escapeHtml(picture.alt)}" ` +
      `width="${PICTURE_PX}" style="display:block;width:${PICTURE_PX}px;height:auto;border:0;${small}"></a>`
    : '';
  return (
    `<tr><td width="${PICTURE_PX}" valign="top" style="width:${PICTURE_PX}px;padding:12px 12px 12px 0;${top}">${image}</td>` +
    `<td valign="top" style="padding:12px 12px 12px 0;${top};word-break:break-word">` +
    `<p style="margin:0;${text}">${escapeHtml(name)}</p><p style="margin:0;${small}">${escapeHtml(detail)}</p></td>` +
    `<td valign="top" align="right" style="padding:12px 0;${top};${text};white-space:nowrap">${escapeHtml(amount)}</td></tr>`
  );
}

function sumRow({ label, amount, isTotal }: SumLine, at: number): string {
  const style = isTotal
    ? `${font};font-size:17px;line-height:24px;font-weight:700;color:${colour.ink}`
    : `${font};font-size:15px;line-height:21px;color:${colour.muted}`;
  const padding = `padding:${at === 0 ? 12 : 2}px 0 2px${at === 0 ? `;${top}` : ''}`;
  return (
    `<tr><td style="${padding};${style}">${escapeHtml(label)}</td>` +
    `<td align="right" style="${padding};${style};white-space:nowrap">${escapeHtml(amount)}</td></tr>`
  );
}

/** Short lines under a title: an address, a tracking number. */
export function block(title: string, lines: readonly string[]): string {
  const body = lines.map(escapeHtml).join('<br>');
  return row(
    `<p style="margin:0 0 4px;${small}">${escapeHtml(title)}</p>` +
      `<p style="margin:0;${text};word-break:break-word">${body}</p>`,
  );
}
