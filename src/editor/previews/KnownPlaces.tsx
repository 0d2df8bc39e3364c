import type { CustomPreviewTemplateProps } from '@sveltia/cms';
import { Component, type ReactNode } from 'react';
import { isInFooter } from '../../contract/page-schema.ts';
import type { Places } from '../../contract/shop-links.ts';
import { textCollections } from '../text-forms.ts';
import { nameOf, textOf } from './entry.ts';

type GetCollection = CustomPreviewTemplateProps['getCollection'];

interface Props {
  getCollection: GetCollection;
  /** `places` is undefined until the editor has loaded them. */
  children: (places: Known | undefined) => ReactNode;
}

interface Known extends Places {
  /** Names of the added texts that the footer links to. */
  inFooter: readonly string[];
  /** What search engines compare. */
  words: readonly { name: string; path: string; title: unknown; description: unknown }[];
}

/** Possible link targets from the editor's data, including entries that are not published yet. */
export class KnownPlaces extends Component<Props, { places?: Known }> {
  override state: { places?: Known } = {};
  #isGone = false;

  override componentDidMount(): void {
    placesOf(this.props.getCollection).then(
      (places) => this.#isGone || this.setState({ places }),
      (error: unknown) => console.error(error),
    );
  }

  override componentWillUnmount(): void {
    this.#isGone = true;
  }

  override render(): ReactNode {
    return this.props.children(this.state.places);
  }
}

async function placesOf(getCollection: GetCollection): Promise<Known> {
  const all = async (name: string) => [await getCollection(name)].flat();
  const texts = (await Promise.all(textCollections.map(({ name }) => all(name)))).flat();
  return {
    texts: new Set(texts.map(nameOf)),
    products: new Set((await all('products')).map(nameOf)),
    words: texts.map((entry) => ({
      name: nameOf(entry),
      path: textOf(entry.get('path')),
      title: entry.getIn(['data', 'title']),
      description: entry.getIn(['data', 'description']),
    })),
    inFooter: texts.filter((entry) => isInFooter(entry.getIn(['data', 'footer']))).map(nameOf),
  };
}
