import type { CustomPreviewTemplateProps } from '@sveltia/cms';
import type { CSSProperties, SyntheticEvent } from 'react';

type GetAsset = CustomPreviewTemplateProps['getAsset'];

interface Props {
  /** What the field holds: a name, an address, or a blob that is not saved yet. */
  value: string;
  /** Site folder of the picture, such as `/products/`. */
  folder: string;
  alt: string;
  className: string;
  /** Where the eye should land where the frame cuts, as two percentages. */
  focus?: { phone: string; desktop: string };
  getAsset: GetAsset;
}

/** A picture: from the site, or from the editor where the site does not have it yet. */
export function Shot({ value, folder, alt, className, focus, getAsset }: Props) {
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
    <img
      key={value}
      src={address}
      alt={alt}
      className={focus ? `${className} campaign-shot` : className}
      style={focus && ({ '--phone': focus.phone, '--desktop': focus.desktop } as CSSProperties)}
      onError={fromEditor}
    />
  );
}
