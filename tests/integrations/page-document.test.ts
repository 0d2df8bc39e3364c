import { expect, test } from 'vitest';
import { parsePage, writePage } from '../../src/integrations/page-document.ts';
import { pageOf } from './page.ts';

test('a page without changes is written as it was read, byte for byte', () => {
  const html = [
    '<!DOCTYPE html><html lang="en-IN"><head><title>A &amp; B</title><script>if (1<2) "</p>"</script></head>',
    '<body class="a  b"><p hidden>1 &lt; 2</p>\n<style>a>b{}</style><br><svg><path d="M0"/></svg> end</body></html>\n',
  ].join('');
  const page = parsePage(html);
  expect(page && writePage(page)).toBe(html);
});

test('an element has its attributes, its text and its parent', () => {
  const { head, body } = pageOf(
    '<script type="module">let a = "<b>";</script>',
    '<picture><img alt="x" hidden></picture>',
  );
  expect(head[0]).toMatchObject({ attributes: { type: 'module' }, text: 'let a = "<b>";' });
  expect(body.at(-1)).toMatchObject({ name: 'img', attributes: { alt: 'x', hidden: '' }, text: '' });
  expect(body.at(-1)?.parent?.name).toBe('picture');
});

test('an attribute may contain “>”, and scripts stay unchanged', () => {
  const script = '<script>x = \'<i class="a>b">\'</script>';
  const page = pageOf('', `<i class="[&amp;>svg]:w-1" id="one">A</i>${script}`);
  expect(page.body.find(({ name }) => name === 'i')?.attributes).toEqual({
    class: '[&amp;&gt;svg]:w-1',
    id: 'one',
  });
  expect(writePage(page)).toContain(script);
});

test('a file without a head is no page', () => {
  expect(parsePage('<p>moved</p>')).toBeNull();
});
