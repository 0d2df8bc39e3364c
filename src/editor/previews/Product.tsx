import type { CustomPreviewTemplateProps } from '@sveltia/cms';
import { cardLabels, labels } from '../../contract/labels.ts';
import { checkProductFile } from '../../contract/product-schema.ts';
import { sizes as allSizes } from '../../domain/catalogue.ts';
import { formatListPrice, formatPrice, paiseFromRupees } from '../../domain/money.ts';
import { isReduced, isSoldOut, offerBadge, type Product, sizesOf } from '../../domain/product.ts';
import { productFields } from '../collections.ts';
import { fieldsOf, listOf, recordOf, textOf } from './entry.ts';
import { Frames } from './Frames.tsx';
import { type GetAsset, PreviewImage } from './PreviewImage.tsx';

/** A product as its card and the top of its page show it. */
export function ProductPreview(props: CustomPreviewTemplateProps) {
  const { body, ...fields } = fieldsOf(props);
  const images = listOf(fields['images']).map(recordOf);
  const sizes = inWearingOrder(listOf(fields['sizes']));
  const { problems = [] } = checkProductFile(
    props.entry.get('slug') || 'new-product',
    // An unsaved picture has no name to check.
    {
      ...fields,
      sizes,
      images: images.map((image) => ({ ...image, file: savedName(textOf(image['file'])) })),
    },
    textOf(body),
  );
  const product = draftOf(fields, sizes, textOf(body));
  const shots = images
    .map((image) => ({
      value: textOf(image['file']),
      alt: textOf(image['alt']),
      isWhole: textOf(image['view']) !== 'detail',
    }))
    .filter(({ value }) => value !== '');
  return (
    <Frames problems={problems} form={productFields}>
      <Head product={product} shots={shots} getAsset={props.getAsset} />
      <div className="wrap mt-12 grid grid-cols-2 gap-px md:grid-cols-3 xl:grid-cols-4">
        <Card product={product} shot={shots[0]} getAsset={props.getAsset} />
      </div>
    </Frames>
  );
}

/** Sizes in their fixed order, not in the order in which they were ticked. */
export function inWearingOrder(ticked: readonly unknown[]): string[] {
  return allSizes.filter((size) => ticked.includes(size));
}

const savedName = (value: string): string => (value.startsWith('blob:') ? 'not-saved-yet.webp' : value);

const paise = (rupees: unknown): number => paiseFromRupees(Number(rupees)) ?? 0;

type Draft = Pick<
  Product,
  | 'name'
  | 'subCategory'
  | 'sizes'
  | 'pricePaise'
  | 'oldPricePaise'
  | 'offersEnabled'
  | 'offerTitle'
  | 'offerDescription'
  | 'earlyOrder'
  | 'initialStock'
  | 'description'
> & { facts: [string, string][] };

function draftOf(fields: Record<string, unknown>, sizes: string[], description: string): Draft {
  const stock = Object.entries(recordOf(fields['stock'])).map(([size, count]) => [size, Number(count) || 0]);
  return {
    name: textOf(fields['name']) || 'The name',
    subCategory: textOf(fields['subCategory']) || 'Type',
    sizes,
    pricePaise: paise(fields['price']),
    oldPricePaise: fields['oldPrice'] === undefined ? null : paise(fields['oldPrice']),
    offersEnabled: fields['offersEnabled'] === true,
    offerTitle: textOf(fields['offerTitle']) || null,
    offerDescription: textOf(fields['offerDescription']) || null,
    earlyOrder: fields['earlyOrder'] === true,
    initialStock: Object.fromEntries(stock),
    description,
    facts: [
      ['Colour', textOf(recordOf(fields['colour'])['name'])],
      ['Fabric', textOf(fields['fabric'])],
      ['Fit', textOf(fields['fit'])],
      ['Print', textOf(fields['print'])],
      ['Care', textOf(fields['care'])],
    ],
  };
}

interface ShotOf {
  value: string;
  alt: string;
  isWhole: boolean;
}

function Price({ product, format }: { product: Draft; format: (paise: number) => string }) {
  const reduced = isReduced(product);
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
      {reduced && product.oldPricePaise !== null && (
        <s className="text-muted">{formatPrice(product.oldPricePaise)}</s>
      )}
      <span className={reduced ? 'text-accent font-semibold' : 'font-semibold'}>
        {format(product.pricePaise)}
      </span>
    </span>
  );
}

function Card({ product, shot, getAsset }: { product: Draft; shot: ShotOf | undefined; getAsset: GetAsset }) {
  const badge = offerBadge(product);
  return (
    <article className="card group">
      <div className="card-picture">
        {shot && (
          <PreviewImage
            {...shot}
            isWhole={false}
            folder="/products/"
            className="card-image"
            getAsset={getAsset}
          />
        )}
        <p className="card-badges">
          {isSoldOut(product, product.initialStock) && <span className="badge">{cardLabels.soldOut}</span>}
          {product.earlyOrder && <span className="badge">{labels.earlyOrder}</span>}
          {badge && <span className="badge badge-accent">{badge}</span>}
        </p>
      </div>
      <div className="card-text">
        <h2 className="text-base leading-snug font-medium text-pretty">{product.name}</h2>
        <Price product={product} format={formatListPrice} />
      </div>
    </article>
  );
}

function Head({ product, shots, getAsset }: { product: Draft; shots: ShotOf[]; getAsset: GetAsset }) {
  const badge = offerBadge(product);
  const soldOut = isSoldOut(product, product.initialStock);
  const square = 'aspect-[1/1.1] w-full bg-sunken object-cover';
  const [first] = shots;
  return (
    <article className="product mx-auto w-full max-w-[100rem] lg:grid lg:grid-cols-[minmax(0,7fr)_minmax(22rem,5fr)] lg:gap-12 lg:px-4 lg:pt-8">
      <section className="gallery relative lg:sticky lg:top-24 lg:self-start">
        {first && <PreviewImage {...first} folder="/products/" className={square} getAsset={getAsset} />}
        <ul className="flex gap-px pt-px">
          {shots.length > 1 &&
            shots.map((shot, index) => (
              <li key={shot.value} className="w-1/4 max-w-32">
                <PreviewImage
                  {...shot}
                  isWhole={shot.isWhole && index > 0}
                  folder="/products/"
                  className={square}
                  getAsset={getAsset}
                />
              </li>
            ))}
        </ul>
      </section>
      <div className="wrap flex flex-col gap-6 pt-5 lg:px-0 lg:pt-0">
        <header className="flex flex-col gap-3">
          <p className="eyebrow text-muted flex gap-2">Collection / {product.subCategory}</p>
          <h1 className="display text-title">{product.name}</h1>
          <p className="flex flex-wrap gap-2 empty:hidden">
            {badge && <span className="badge badge-accent">{badge}</span>}
            {product.earlyOrder && <span className="badge">{labels.earlyOrder}</span>}
            {soldOut && <span className="badge">{cardLabels.soldOut}</span>}
          </p>
          <div className="text-2xl">
            <Price product={product} format={formatPrice} />
          </div>
          <p className="text-muted text-sm">Inclusive of all taxes</p>
        </header>
        {product.sizes.length > 0 && (
          <div className="flex flex-wrap gap-2">
            {sizesOf(product).map((size) => (
              <span key={size} className="size-choice" data-out={(product.initialStock[size] ?? 0) <= 0}>
                <span>{size}</span>
              </span>
            ))}
          </div>
        )}
        <span className="btn btn-primary">
          {product.earlyOrder ? labels.earlyOrder : soldOut ? labels.notifyMe : labels.addToCart}
        </span>
        {product.offersEnabled && product.offerDescription && (
          <aside className="border-accent bg-surface border-l-4 px-4 py-3">
            <p className="font-semibold">{badge}</p>
            <p>{product.offerDescription}</p>
          </aside>
        )}
        <div className="flex flex-col gap-3 text-pretty">
          {product.description.split(/\n\s*\n/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <dl className="border-line grid grid-cols-[6rem_1fr] border-t text-sm">
          {product.facts.map(([term, fact]) => (
            <div key={term} className="contents">
              <dt className="border-line text-muted border-b py-2.5">{term}</dt>
              <dd className="border-line border-b py-2.5">{fact}</dd>
            </div>
          ))}
        </dl>
      </div>
    </article>
  );
}
