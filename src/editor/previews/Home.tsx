import type { CustomPreviewTemplateProps } from '@sveltia/cms';
import { cropAround, PHONE_CROP } from '../../contract/pictures.ts';
import { homeFile } from '../../contract/home-schema.ts';
import { deadLinks, type Places } from '../../contract/shop-links.ts';
import { dayOf } from '../../domain/days.ts';
import { homeFields } from '../home-form.ts';
import { fieldsOf, listOf, recordOf, textOf } from './entry.ts';
import { Frames } from './Frames.tsx';
import { KnownPlaces } from './KnownPlaces.tsx';
import { type GetAsset, PreviewImage } from './PreviewImage.tsx';

export function HomePreview(props: CustomPreviewTemplateProps) {
  return (
    <KnownPlaces getCollection={props.getCollection}>
      {(places) => <HomePage fields={fieldsOf(props)} getAsset={props.getAsset} places={places} />}
    </KnownPlaces>
  );
}

interface HomePageProps {
  fields: Record<string, unknown>;
  getAsset: GetAsset;
  places: Places | undefined;
}

/** The blocks of the home page that marketers edit, one below the other, as pages/index.astro shows them. */
function HomePage({ fields, getAsset, places }: HomePageProps) {
  const { error } = homeFile.safeParse(fields);
  const stories = listOf(fields['editorials']).map(recordOf);
  const linked = [
    ['hero', fields['hero']],
    ...stories.map((story, at) => [`editorials: block ${at + 1}`, story]),
    ['earlyOrder', fields['earlyOrder']],
  ] as const;
  const problems = [
    ...(error?.issues ?? [])
      .filter(({ path }) => path.at(-1) !== 'picture')
      .map(({ path, message }) =>
        [
          ...path.map((step) => (typeof step === 'number' ? `block ${step + 1}` : String(step))),
          message,
        ].join(': '),
      ),
    ...linked.flatMap(([place, block]) =>
      deadLinks([textOf(recordOf(recordOf(block)['link'])['href'])], places).map(
        (dead) => `${place}: link: ${dead}`,
      ),
    ),
  ];
  const early = recordOf(fields['earlyOrder']);
  return (
    <Frames problems={problems} form={homeFields}>
      <Hero block={recordOf(fields['hero'])} getAsset={getAsset} />
      {stories.map((block) => {
        const days = daysInWords(textOf(block['firstDay']), textOf(block['lastDay']));
        return (
          <div key={`${textOf(block['picture'])} ${textOf(block['headline'])}`}>
            {days !== '' && <p className="wrap field-hint mt-12">{days}</p>}
            <Story block={block} getAsset={getAsset} />
          </div>
        );
      })}
      <section className="wrap grid items-start gap-8 pt-12 md:grid-cols-2 md:pt-20">
        <div className="flex flex-col items-start gap-4">
          <p className="badge badge-accent">Early order</p>
          <h2 className="display text-headline">{textOf(early['headline'])}</h2>
          <p className="max-w-md text-lg">{textOf(early['line'])}</p>
          <span className="btn btn-secondary">{textOf(recordOf(early['link'])['label'])}</span>
        </div>
      </section>
    </Frames>
  );
}

/** When shoppers see it, if not always. */
function daysInWords(first: string, last: string): string {
  const today = dayOf(Date.now());
  if (last !== '' && last < today) return `Ended on ${last}. Shoppers do not see this campaign any more.`;
  const days = [first > today && `from ${first} on`, last !== '' && `until ${last}`].filter(Boolean);
  return days.length > 0 ? `Shown ${days.join(', ')}.` : '';
}

interface BlockProps {
  block: Record<string, unknown>;
  getAsset: GetAsset;
}

function Hero({ block, getAsset }: BlockProps) {
  return (
    <section className="text-on-picture relative">
      <CampaignShot
        block={block}
        className="bg-backdrop aspect-[5/4] w-full object-cover lg:aspect-[16/9] lg:max-h-[calc(100dvh-4rem)]"
        getAsset={getAsset}
      />
      <div className="bg-backdrop lg:absolute lg:inset-y-0 lg:left-0 lg:flex lg:w-[40%] lg:items-end lg:bg-transparent">
        <div className="wrap flex flex-col items-start gap-5 pt-1 pb-8 md:pb-14 lg:pl-8">
          <h1 className="display text-poster">{textOf(block['headline'])}</h1>
          <p className="max-w-sm text-lg leading-snug">{textOf(block['line'])}</p>
          <span className="btn btn-on-picture">{textOf(recordOf(block['link'])['label'])}</span>
        </div>
      </div>
    </section>
  );
}

function Story({ block, getAsset }: BlockProps) {
  const side =
    block['textSide'] === 'right'
      ? 'lg:w-[30%] lg:justify-self-end lg:pr-8 lg:pl-0 lg:items-end lg:text-right'
      : '';
  return (
    <section className="text-on-picture mt-12 grid md:mt-20">
      <CampaignShot
        block={block}
        className="col-start-1 row-start-1 aspect-[5/4] w-full object-cover lg:aspect-[16/9] xl:aspect-[2/1]"
        getAsset={getAsset}
      />
      <div
        className={`wrap bg-sunken text-ink lg:text-on-picture flex flex-col items-start gap-3 py-6 lg:col-start-1 lg:row-start-1 lg:mx-0 lg:w-[34%] lg:justify-center lg:bg-transparent lg:pr-0 lg:pl-8 ${side}`}
      >
        <h2 className="display text-headline lg:max-xl:text-title max-w-[8ch]">
          {textOf(block['headline'])}
        </h2>
        <p className="max-w-xs text-lg leading-snug">{textOf(block['line'])}</p>
        <span className="link inline-flex min-h-11 items-center font-semibold">
          {textOf(recordOf(block['link'])['label'])}
        </span>
      </div>
    </section>
  );
}

function CampaignShot({ block, className, getAsset }: BlockProps & { className: string }) {
  return (
    <PreviewImage
      value={textOf(block['picture'])}
      folder="/campaign/"
      alt={textOf(block['alt'])}
      className={className}
      focus={focusOf(block)}
      getAsset={getAsset}
    />
  );
}

/**
 * In object-position's syntax. On a phone the focus is the centre of the shown part (cropAround) of a 16 : 9 master; on
 * a computer only top and bottom are cut (components/shop/CampaignPicture).
 */
function focusOf(block: Record<string, unknown>): { phone: string; desktop: string } {
  const { phone, desktop } = recordOf(block['focus']);
  const master = { width: 2400, height: 1350 };
  const { left, width } = cropAround(master, PHONE_CROP, textOf(phone) || '50% 50%');
  const [, down = '50%'] = textOf(desktop).split(' ');
  return { phone: `${(left / (master.width - width)) * 100}% 50%`, desktop: `50% ${down}` };
}
