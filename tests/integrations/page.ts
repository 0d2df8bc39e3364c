import { type PageDocument, parsePage, writePage } from '../../src/integrations/page-document.ts';

export function pageOf(head: string, body = ''): PageDocument {
  const page = parsePage(`<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`);
  if (!page) throw new Error('The page has no head.');
  return page;
}

/** The head and the body of a written page. */
export function partsOf(page: PageDocument): { head: string; body: string } {
  const [, head = '', body = ''] = /<head>(.*)<\/head><body>(.*)<\/body>/s.exec(writePage(page)) ?? [];
  return { head, body };
}
