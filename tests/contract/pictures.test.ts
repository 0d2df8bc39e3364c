import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cropAround, PHONE_CROP, phoneCropPath } from '../../src/contract/pictures.ts';

const percent = fc.integer({ min: 0, max: 100 });
const side = fc.integer({ min: 200, max: 5000 });

describe('a crop around a point', () => {
  test('is inside the picture, as large as its ratio allows, and contains the point', () => {
    fc.assert(
      fc.property(side, side, percent, percent, (width, height, across, down) => {
        const { left, top, ...crop } = cropAround({ width, height }, PHONE_CROP, `${across}% ${down}%`);
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
        expect(left + crop.width).toBeLessThanOrEqual(width);
        expect(top + crop.height).toBeLessThanOrEqual(height);
        expect(crop.width === width || crop.height === height).toBe(true);
        expect(Math.abs(crop.width - crop.height * PHONE_CROP)).toBeLessThanOrEqual(1);
        const [x, y] = [(across / 100) * width, (down / 100) * height];
        expect(x >= left - 0.5 && x <= left + crop.width + 0.5).toBe(true);
        expect(y >= top - 0.5 && y <= top + crop.height + 0.5).toBe(true);
      }),
    );
  });

  test('has the point in its middle if the picture reaches far enough, else stays at the edge', () => {
    const master = { width: 2400, height: 1350 };
    expect(cropAround(master, PHONE_CROP, '50% 50%')).toEqual({
      left: 356,
      top: 0,
      width: 1688,
      height: 1350,
    });
    expect(cropAround(master, PHONE_CROP, '36% 50%').left).toBe(20);
    expect(cropAround(master, PHONE_CROP, '0% 0%').left).toBe(0);
    expect(cropAround(master, PHONE_CROP, '100% 50%').left).toBe(712);
  });

  test('of a tall picture is cut at top and bottom', () => {
    expect(cropAround({ width: 1000, height: 2000 }, 2, '50% 30%')).toEqual({
      left: 0,
      top: 350,
      width: 1000,
      height: 500,
    });
  });
});

test('the crop’s URL changes with its point, so no browser shows an old one', () => {
  expect(phoneCropPath('/campaign/diwali.webp', '63.5% 50%')).toBe('/campaign/crops/diwali-63.5-50.webp');
  expect(phoneCropPath('/campaign/diwali.webp', '64% 50%')).not.toBe(
    phoneCropPath('/campaign/diwali.webp', '63.5% 50%'),
  );
});
