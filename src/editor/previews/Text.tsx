import CMS, { type CustomPreviewTemplateProps } from '@sveltia/cms';
import { Component, createRef, type ReactNode } from 'react';
import { factProblems, fillKnownFacts } from '../../content/shop-facts.ts';
import { pageMessages } from '../../contract/messages/page.ts';
import {
  addedPageFrontmatter,
  footerFull,
  isInFooter,
  markdownProblems,
  MOST_ADDED_LINKS,
  pageFrontmatter,
  sameAs,
} from '../../contract/page-schema.ts';
import { deadLinks, linksOf } from '../../contract/shop-links.ts';
import { addedTextFields, ownTextFields } from '../text-forms.ts';
import { fieldsOf, listOf, nameOf, recordOf, textOf } from './entry.ts';
import { Frames } from './Frames.tsx';
import { KnownPlaces } from './KnownPlaces.tsx';

/** One of the built-in pages and policies. */
export function TextPreview(props: CustomPreviewTemplateProps) {
  return <Text {...props} form={ownTextFields} rules={pageFrontmatter} />;
}

/** A text that marketers added. */
export function AddedTextPreview(props: CustomPreviewTemplateProps) {
  return <Text {...props} form={addedTextFields} rules={addedPageFrontmatter} />;
}

interface TextProps extends CustomPreviewTemplateProps {
  form: typeof ownTextFields;
  rules: typeof pageFrontmatter | typeof addedPageFrontmatter;
}

function Text({ form, rules, ...props }: TextProps) {
  const fields = fieldsOf(props);
  return (
    <KnownPlaces getCollection={props.getCollection}>
      {(places) => {
        const others = places?.inFooter.filter((name) => name !== nameOf(props.entry)) ?? [];
        const isCrowded = isInFooter(fields['footer']) && others.length >= MOST_ADDED_LINKS;
        const links = [
          ...deadLinks([textOf(recordOf(fields['button'])['link'])], places).map(
            (dead) => `button: link: ${dead}`,
          ),
          ...deadLinks(linksOf(textOf(fields['body'])), places).map((dead) => `text: ${dead}`),
        ];
        const same = (places?.words ?? [])
          .filter(({ name }) => name !== nameOf(props.entry))
          .flatMap((other) =>
            (['title', 'description'] as const)
              .filter((field) => textOf(fields[field]).trim() !== '' && other[field] === fields[field])
              .map((field) => `${field}: ${sameAs(other.path)}`),
          );
        const around = [...links, ...same, ...(isCrowded ? [`footer: ${footerFull}`] : [])];
        return <TextPage written={fields} form={form} rules={rules} around={around} />;
      }}
    </KnownPlaces>
  );
}

interface TextPageProps extends Pick<TextProps, 'form' | 'rules'> {
  written: Record<string, unknown>;
  /** Problems with other texts of the shop. */
  around: readonly string[];
}

/** A page or a policy as pages/[page].astro shows it. */
function TextPage({ written, form, rules, around }: TextPageProps) {
  const { body, ...fields } = written;
  const { error } = rules.safeParse(withoutEmptyLists(fields));
  const button = recordOf(fields['button']);
  const faq = listOf(fields['faq']).map(recordOf);
  const problems = [
    ...(error?.issues ?? []).map(({ path, message }) => `${path.join(': ')}: ${message}`),
    ...markdownProblems(textOf(body)),
    ...factProblems(JSON.stringify(written)),
    ...around,
  ];
  const day = new Date(textOf(fields['lastChanged']));
  return (
    <Frames problems={problems} form={form}>
      <article className="wrap grid gap-8 pt-8 md:pt-14 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-16">
        <header className="lg:sticky lg:top-24 lg:self-start">
          <h1 className="display text-headline break-words">{textOf(fields['title'])}</h1>
          <p className="text-muted mt-4 text-sm">
            Last changed on{' '}
            {Number.isNaN(day.getTime())
              ? '…'
              : day.toLocaleDateString('en-IN', {
                  day: 'numeric',
                  month: 'long',
                  year: 'numeric',
                  timeZone: 'UTC',
                })}
          </p>
        </header>
        <div className="max-w-2xl">
          <Prose text={textOf(body)} />
          {textOf(button['label']) && (
            <p className="mt-6">
              <span className="btn btn-primary max-xs:w-full">{textOf(button['label'])}</span>
            </p>
          )}
          {faq.length > 0 && (
            <section className="mt-12">
              <h2 className="display mb-4 text-3xl">{pageMessages.faq}</h2>
              {faq.map(({ question, answer }) => (
                <details
                  key={textOf(question)}
                  className="accordion border-line border-b first-of-type:border-t"
                  open
                >
                  <summary className="flex min-h-14 items-center justify-between gap-4 py-2 font-semibold">
                    <h3>{fillKnownFacts(textOf(question))}</h3>
                  </summary>
                  <p className="text-muted pb-4 text-pretty">{fillKnownFacts(textOf(answer))}</p>
                </details>
              ))}
            </section>
          )}
        </div>
      </article>
    </Frames>
  );
}

/** A page without questions has no such field in its file. */
function withoutEmptyLists(fields: Record<string, unknown>): Record<string, unknown> {
  const filled = ([, value]: [string, unknown]) => !Array.isArray(value) || value.length > 0;
  return Object.fromEntries(Object.entries(fields).filter(filled));
}

/** Markdown, rendered by the editor's own renderer outside the frame, and then shown in it. */
class Prose extends Component<{ text: string }> {
  #shown = createRef<HTMLDivElement>();
  #corner = document.createElement('div');
  #watch = new MutationObserver(() => this.#show());
  #forget: (() => void) | undefined;

  override componentDidMount(): void {
    this.#watch.observe(this.#corner, { childList: true, subtree: true, characterData: true });
    this.#read();
  }

  override componentDidUpdate({ text }: { text: string }): void {
    if (text !== this.props.text) this.#read();
  }

  override componentWillUnmount(): void {
    this.#watch.disconnect();
    this.#forget?.();
  }

  #read(): void {
    this.#forget?.();
    this.#corner.replaceChildren();
    this.#forget = CMS.renderRichText(this.#corner, fillKnownFacts(this.props.text));
  }

  /** Unwraps the renderer's output, because the shop's styles match its top level. */
  #show(): void {
    let made: Element = this.#corner;
    while (made.children.length === 1 && made.firstElementChild?.tagName === 'DIV')
      made = made.firstElementChild;
    if (this.#shown.current) this.#shown.current.innerHTML = made.innerHTML;
  }

  override render(): ReactNode {
    return <div className="prose" ref={this.#shown} />;
  }
}
