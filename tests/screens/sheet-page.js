/** The sheet's own script: filters, and a picture in its full size with the arrow keys to the next. */
const form = document.querySelector('form');
const dialog = document.querySelector('dialog');
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

function filter() {
  const wanted = Object.fromEntries(new FormData(form));
  const fits = (name, value) => wanted[name] === 'all' || wanted[name] === value;
  const words = wanted.words.toLowerCase();
  for (const figure of all('figure'))
    figure.hidden = !(fits('width', figure.dataset.width) && fits('theme', figure.dataset.look));
  for (const row of all('article')) {
    const { state, flawed } = row.dataset;
    row.hidden =
      !fits('state', state) ||
      (wanted.flawed !== undefined && flawed !== 'true') ||
      !row.textContent.toLowerCase().includes(words);
  }
  for (const section of all('section'))
    section.hidden =
      !fits('place', section.dataset.place) || all('article:not([hidden])', section).length === 0;
}
form.addEventListener('input', filter);
form.addEventListener('submit', (event) => event.preventDefault());
document.querySelector('[data-dark]').onclick = () => {
  const { dataset } = document.documentElement;
  dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark';
};

let shown;
function show(link) {
  shown = link;
  dialog.querySelector('img').src = link.href;
  dialog.querySelector('p').textContent = `${link.querySelector('img').alt} (arrow keys: before and after)`;
  if (!dialog.open) dialog.showModal();
  dialog.scrollTo(0, 0);
}
addEventListener('click', (event) => {
  const link = event.target.closest('figure a');
  if (link) {
    event.preventDefault();
    show(link);
  } else if (event.target.closest('dialog')) dialog.close();
});
addEventListener('keydown', ({ key }) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (!dialog.open || !step) return;
  const links = all('section:not([hidden]) article:not([hidden]) figure:not([hidden]) a');
  const next = links[links.indexOf(shown) + step];
  if (next) show(next);
});
filter();
