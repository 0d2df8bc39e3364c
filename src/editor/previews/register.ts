import CMS from '@sveltia/cms';
import { listOf } from './entry.ts';
import frames from './frames.css?url';
import { HomePreview } from './Home.tsx';
import { inWearingOrder, ProductPreview } from './Product.tsx';
import { AddedTextPreview, TextPreview } from './Text.tsx';

/** Registers the previews, and the corrections on save. */
export function registerPreviews(): void {
  CMS.registerPreviewStyle(new URL(frames, location.href).href);
  for (const name of ['pages', 'policies']) CMS.registerPreviewTemplate(name, TextPreview);
  for (const name of ['added-pages', 'added-policies']) CMS.registerPreviewTemplate(name, AddedTextPreview);
  CMS.registerPreviewTemplate('products', ProductPreview);
  CMS.registerPreviewTemplate('home', HomePreview);
  CMS.registerEventListener({
    name: 'preSave',
    handler: ({ entry }) => {
      if (entry.get('collection') !== 'products') return undefined;
      const ticked = entry.getIn(['data', 'sizes']) as { toArray?: () => unknown[] } | undefined;
      return entry.setIn(['data', 'sizes'], inWearingOrder(listOf(ticked?.toArray?.())));
    },
  });
}
