import { pageMessages } from '../../contract/messages/page.ts';

/**
 * Says on top of every page of a preview or an old deploy that nothing can be ordered there. The server refuses orders on
 * its own (netlify/http/published): a page that was built once cannot know whether it is still the published one, but
 * Netlify's addresses of single deploys tell.
 */
const notice = document.createElement('aside');
notice.className = 'panel text-center';
notice.append(`${pageMessages.notTheShop} `);
// The page's own address in the shop; the page for what is not there has none.
const address = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
if (address) {
  const link = document.createElement('a');
  link.className = 'link';
  link.href = address;
  link.textContent = pageMessages.toTheShop;
  notice.append(link);
}
document.body.prepend(notice);
