import type { CustomPreviewTemplateProps } from '@sveltia/cms';
import { Component, type ReactNode } from 'react';
import type { Places } from '../../contract/shop-links.ts';
import { textCollections } from '../text-forms.ts';

type GetCollection = CustomPreviewTemplateProps['getCollection'];

interface Props {
  getCollection: GetCollection;
  /** Without places until the editor has told them. */
  children: (places: Places | undefined) => ReactNode;
}

/** What a link may lead to, as the editor knows it: also what was added a minute ago and is in no shop yet. */
export class KnownPlaces extends Component<Props, { places?: Places }> {
  override state: { places?: Places } = {};
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

async function placesOf(getCollection: GetCollection): Promise<Places> {
  const names = async (collection: string) =>
    [await getCollection(collection)].flat().map((entry) => String(entry.get('slug')));
  const texts = await Promise.all(textCollections.map(({ name }) => names(name)));
  return { texts: new Set(texts.flat()), products: new Set(await names('products')) };
}
