/** The page of the local email outbox: every email as HTML and as plain text. */
import { escapeHtml } from '../../netlify/email/html.ts';
import type { StoredEmail } from './stored-email.ts';

const STYLE = `
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem; font: 16px/1.5 system-ui, sans-serif; color: #171410; background: #f5f2eb }
h1 { font-size: 1.5rem; margin: 0 0 1rem }
article { background: #fcfaf6; border: 1px solid #d8d1c3; padding: 1rem; margin: 0 0 1rem }
h2 { font-size: 1.125rem; margin: 0; overflow-wrap: anywhere }
p { margin: .25rem 0; color: #5e564a; overflow-wrap: anywhere }
iframe { width: 100%; height: 56rem; border: 1px solid #d8d1c3; background: #fff; margin-top: .5rem }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0 0; font-size: .875rem }
summary { cursor: pointer; padding: .25rem 0 }
`;

/** @param count of all emails, of which only the newest are given */
export function outboxPage(mails: readonly StoredEmail[], count: number): string {
  const title = count === 1 ? '1 email' : `${count} emails`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Outbox: ${title}</title><style>${STYLE}</style></head>
<body>
<h1>Outbox: ${title}</h1>
${count > mails.length ? `<p>The newest ${mails.length} are shown; <a href="/__outbox.json">all of them as JSON</a>.</p>` : ''}
${mails.map(article).join('\n') || '<p>Emails that the shop sends appear here. Nothing leaves this machine.</p>'}
</body>
</html>
`;
}

/** Open for the newest email alone: the frames of the others load when they are opened. */
function article(mail: StoredEmail, at: number): string {
  const open = at === 0 ? ' open' : '';
  const letter = mail.html
    ? `<details${open}><summary>As HTML</summary><iframe title="${escapeHtml(mail.subject)}" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(inFrame(mail.html))}"></iframe></details>`
    : '';
  return `<article>
<h2>${escapeHtml(mail.subject)}</h2>
<p>To ${escapeHtml(mail.to.join(', '))} · from ${escapeHtml(mail.from)} · <time datetime="${escapeHtml(mail.receivedAt)}">${escapeHtml(when(mail.receivedAt))}</time></p>
${letter}
<details${mail.html ? '' : open}><summary>As text</summary><pre>${escapeHtml(mail.text)}</pre></details>
</article>`;
}

/** Scripts, forms and navigation of the outbox page are blocked; a link opens in a new tab. */
function inFrame(html: string): string {
  return `<base target="_blank">${html}`;
}

function when(iso: string): string {
  return new Date(iso).toLocaleString('en-IN', { dateStyle: 'medium', timeStyle: 'medium' });
}
