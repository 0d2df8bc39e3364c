import { expect, test } from 'vitest';
import { forTheBar, forTheFirstPaint } from '../../src/integrations/first-paint.ts';

test('Answers to a hand, and media that are not a screen, come with the whole sheet', () => {
  const css = forTheFirstPaint(
    '.a:hover,.a{color:red}.a:focus-visible{color:blue}@media print{.a{color:blue}}@media (hover:hover){.a{color:blue}}@media (min-width:1px){.a{color:green}}',
  );
  expect(css).toBe('.a{color:red}@media (min-width:1px){.a{color:green}}');
});

test('How pages follow each other stands in what they open with', () => {
  const css = '@view-transition{navigation:auto}::view-transition-old(root){animation:none}';
  expect(forTheFirstPaint(css)).toBe('@view-transition{navigation:auto}');
});

test('A browser reads before its first frame that pages follow each other by a transition', () => {
  const css =
    '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}.a{view-transition-name:b}}';
  expect(forTheBar(css, null)).toBe(
    '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}',
  );
});

test('What is empty without the rules that come later is left out with all around it', () => {
  const css = '@media (min-width:1px){@supports (color:red){.a:hover{color:red}}}.a{color:red}';
  expect(forTheFirstPaint(css)).toBe('.a{color:red}');
});

test('What moves nothing and paints nothing comes later; what catches taps stays', () => {
  const css = '.a{cursor:pointer;transition:color 1s;color:red;pointer-events:none}.b{user-select:none}';
  expect(forTheFirstPaint(css)).toBe('.a{color:red;pointer-events:none}');
});

test('A name stands in the page if a value reads it', () => {
  const css = [
    ':root{--read:1px;--unread:var(--only-there);--only-there:2px}.a{width:var(--read)}',
    '@property --read{syntax:"*";inherits:false}@property --unread{syntax:"*";inherits:false}',
  ];
  expect(forTheFirstPaint(css.join(''))).toBe(
    ':root{--read:1px}.a{width:var(--read)}@property --read{syntax:"*";inherits:false}',
  );
});

test('A name that nothing sets gives way to its fallback, and one that its own rule sets to its value', () => {
  const css = [
    '.a{--tw-own:1;order:var(--tw-own,) var(--tw-unset,)}.b{--tw-two:2}.c{--tw-two:3;order:var(--tw-two,)}',
    '@property --tw-own{syntax:"*";inherits:false}',
  ];
  expect(forTheFirstPaint(css.join(''))).toBe('.a{order:1}.b{--tw-two:2}.c{--tw-two:3;order:var(--tw-two,)}');
});
