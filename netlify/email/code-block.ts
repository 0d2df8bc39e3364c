import { colour, escapeHtml, row } from './html.ts';

/** A code to read, select and type: large, in a monospaced font. */
export function codeBlock(code: string): string {
  return row(
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>` +
      `<td align="center" bgcolor="${colour.paper}" style="padding:18px 12px;border:1px solid ${colour.line};` +
      `font-family:Menlo,Consolas,'Courier New',monospace;font-size:22px;line-height:28px;font-weight:700;` +
      `letter-spacing:1px;color:${colour.ink};white-space:nowrap">${escapeHtml(code)}</td></tr></table>`,
  );
}
