import { pageMessages } from '../../contract/messages/page.ts';

/**
 * Shows a notice on every page of a preview or an old deploy: nothing can be ordered there. The server refuses such
 * orders too (netlify/http/deploy-context). A static page cannot know whether it is still published, but the host names
 * of Netlify's single deploys show it.
 */
const notice = document.createElement('aside');
notice.className = 'panel text-center';
notice.append(`${pageMessages.notTheShop} `);
// The page's own URL in the shop; the 404 page has none.
const address = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
if (address) {
  const link = document.createElement('a');
  link.className = 'link';
  link.href = address;
  link.textContent = pageMessages.toTheShop;
  notice.append(link);
}
document.body.prepend(notice);
