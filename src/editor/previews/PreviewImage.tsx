import type { CustomPreviewTemplateProps } from '@sveltia/cms';
import type { CSSProperties, SyntheticEvent } from 'react';
import { type Colour, paperProblem } from '../../contract/picture-background.ts';

export type GetAsset = CustomPreviewTemplateProps['getAsset'];

interface Props {
  /** The field's value: a name, a URL, or a blob that is not saved yet. */
  value: string;
  /** Site folder of the picture, such as `/products/`. */
  folder: string;
  alt: string;
  className: string;
  /** The focus point if the frame crops, as two percentages. */
  focus?: { phone: string; desktop: string };
  /** Shows a whole piece, so its background should match the others'. */
  isWhole?: boolean;
  getAsset: GetAsset;
}

/** A picture: from the site, or from the editor if the site does not have it yet. */
export function PreviewImage({ value, folder, alt, className, focus, isWhole = false, getAsset }: Props) {
  if (value === '') return null;
  const fromEditor = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
    const { fileObj, url } = getAsset(value) ?? {};
    const address = fileObj ? URL.createObjectURL(fileObj) : url;
    if (!address || currentTarget.dataset['again']) return;
    currentTarget.dataset['again'] = 'true';
    currentTarget.src = address;
  };
  const address = /^(?:blob:|\/)/.test(value) ? value : folder + value;
  return (
    <>
      <img
        key={value}
        src={address}
        alt={alt}
        className={focus ? `${className} campaign-shot` : className}
        style={focus && ({ '--phone': focus.phone, '--desktop': focus.desktop } as CSSProperties)}
        onLoad={isWhole ? sayPaper : undefined}
        onError={fromEditor}
      />
      {isWhole && <p className="field-hint p-2" role="status" />}
    </>
  );
}

/** Shows advice beside the picture. It is not an error: the shop can be built with it. */
function sayPaper({ currentTarget: image }: SyntheticEvent<HTMLImageElement>): void {
  const note = image.nextElementSibling;
  if (note) note.textContent = paperProblem(cornersOf(image));
}

function cornersOf(image: HTMLImageElement): Colour[] {
  const side = 20;
  const pen = new OffscreenCanvas(side, side).getContext('2d');
  if (!pen) return [];
  pen.drawImage(image, 0, 0, side, side);
  return [0, side - 1].flatMap((y) =>
    [0, side - 1].map((x): Colour => {
      const [red = 0, green = 0, blue = 0] = pen.getImageData(x, y, 1, 1).data;
      return [red, green, blue];
    }),
  );
}
