/**
 * The frame of the floor's pages: what somebody would write by hand who wants the shop's words and pictures on a phone
 * and nothing else. No script, one small style in the page, the shop's two text fonts asked for ahead.
 */
import { paths } from '../../../../src/contract/paths.ts';
import { orderMessages } from '../../../../src/contract/messages/order.ts';
import { brand } from '../../../../src/domain/shop.ts';

export interface Fonts {
  /** Addresses of the shop's own files. */
  display: string;
  text: string;
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);

const style = ({ display, text }: Fonts) =>
  [
    `@font-face{font-family:D;src:url(${display});font-weight:800;font-display:swap}`,
    `@font-face{font-family:T;src:url(${text});font-weight:400 700;font-display:swap}`,
    '*{box-sizing:border-box}',
    'body{margin:0;font:1rem/1.5 T,sans-serif;background:#f5f2eb;color:#1f1b16}',
    'h1,h2,.d{font:800 2.25rem/1 D,sans-serif;margin:0 0 1rem}h1{font-size:3rem}h3{font:500 1rem/1.4 T;margin:0}',
    'img{display:block;width:100%;height:auto;object-fit:cover;background:#ece7dc}a{color:inherit}',
    'ul,ol,dl,p{margin:0 0 1rem;padding:0;list-style:none}small,s,dt,.m{color:#6b655b}',
    '.w,main>p,main>h1,main>h2{padding:0 1rem}main>h1,main>h2{padding-top:2rem}',
    'header{position:sticky;top:0;z-index:1;display:flex;gap:.9rem;align-items:center;min-height:3.5rem;padding:0 1rem;background:#f5f2eb;border-bottom:1px solid #d8d2c5}header b{font:800 1.75rem D;margin-right:auto}',
    '.g{display:grid;grid-template-columns:1fr 1fr;gap:1px}.g img,.p img{aspect-ratio:1/1.1}.g div,.r div{padding:.5rem .5rem 1.5rem}',
    '.r{display:flex;gap:1px;overflow-x:auto}.r li{flex:0 0 45vw}.r img{aspect-ratio:1/1.1}',
    '.p{display:flex;overflow-x:auto;scroll-snap-type:x mandatory}.p li{flex:0 0 100%;scroll-snap-align:start}',
    '.t{display:grid;grid-template-columns:repeat(4,1fr)}.c{aspect-ratio:5/4}',
    '.x{white-space:nowrap;overflow-x:auto;display:flex;gap:1rem;padding:0 1rem}.k li{display:flex;gap:1rem;align-items:center;border-top:1px solid #d8d2c5;padding:.5rem 0}.k img{width:4.5rem}.k a{flex:1}',
    'button,.b{display:inline-block;min-height:3rem;padding:.75rem 1.5rem;border:1px solid;background:#1f1b16;color:#f5f2eb;font:600 1rem T;text-decoration:none}',
    'input,select{min-height:3rem;font:1rem T;border:1px solid;background:#fff}input:not([type=radio]){width:100%}',
    'label{display:inline-block;margin:0 .75rem .75rem 0}label>input[type=radio]{min-height:0}form .f label{display:block}',
    '.y{position:sticky;bottom:0;display:flex;gap:.5rem;padding:.5rem 1rem;background:#f5f2eb}.y button{flex:1}.y input{width:4rem!important}',
    'dl{display:grid;grid-template-columns:7rem 1fr}dd{margin:0}footer{margin-top:4rem;padding:3rem 1rem;background:#ece7dc}',
  ].join('');

const bar = `<header><b>${brand.name}</b><a href="${paths.collection}">Search</a><a href="${paths.wishlist}">Wishlist</a><a href="${paths.cart}">Cart</a></header>`;

const list = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${item}`).join('')}</ul>`;

const link = (href: string, text: string) => `<a href="${escaped(href)}">${escaped(text)}</a>`;

const foot = `<footer><p class="d">${brand.name}</p><p>${escaped(brand.blurb)}</p><p>Trusted Partners</p>${list(
  brand.trustedPartners.map(({ name, role }) => `${name} <small>${role}</small>`),
)}<p>COMPANY</p>${list([
  link(paths.home, 'Home'),
  link(paths.about, 'About us'),
  'Franchise Enquiry',
  link(paths.terms, 'Terms & Conditions'),
  link(paths.privacy, 'Privacy Policy'),
])}<p>HELP</p>${list([
  link(paths.contact, 'Contact'),
  link(paths.delivery, 'Delivery information'),
  link(paths.shippingDelivery, 'Shipping & Delivery Policy'),
  link(paths.cancellationRefund, 'Cancellation & Refund Policy'),
])}<p>GET IN TOUCH</p>${list([
  link(`tel:${brand.support.phone.replaceAll(' ', '')}`, brand.support.phone),
  link(`mailto:${brand.support.email}`, brand.support.email),
  ...brand.socials.map(({ name, url }) => link(url, name)),
])}<p>© ${brand.copyrightYear} ${brand.company.legalName}. ${orderMessages.taxNote}.<p>${brand.company.legalName}, registered with limited liability. LLPIN ${brand.company.llpin}, GSTIN ${brand.company.gstin}. Registered office: ${brand.company.address}.<p>${brand.grievance.designation}: ${brand.grievance.name}, ${link(`mailto:${brand.grievance.email}`, brand.grievance.email)}</footer>`;

/** @param body of the page's main part */
export function floorPage(title: string, fonts: Fonts, body: string): string {
  const ahead = [fonts.text, fonts.display]
    .map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`)
    .join('');
  return `<!doctype html><html lang="en-IN"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title><link rel="icon" href="data:,">${ahead}<style>${style(fonts)}</style>${bar}<main>${body}</main>${foot}</html>`;
}
