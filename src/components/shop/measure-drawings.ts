export interface MeasureDrawing {
  width: number;
  height: number;
  /** SVG path data of the garment, laid flat, front up. */
  outline: string;
  /** Where each measure of the size chart is taken, by the chart's own names. */
  lines: Readonly<Record<string, readonly [x1: number, y1: number, x2: number, y2: number]>>;
}

const longSleeves =
  'M96 36 72 46 28 156 50 164 80 98V196H160V98L190 164 212 156 168 46 144 36M31 147l22 8M209 147l-22 8';
const shortSleeves = 'M96 32 72 42 34 92 56 108 80 88V192H160V88L184 108 206 92 168 42 144 32';
const longSleeveLines = {
  Chest: [80, 112, 160, 112],
  Shoulder: [72, 46, 168, 46],
  Sleeve: [62, 43, 18, 152],
} as const;
const shorts = 'M82 24H158L172 128 128 136 120 92 112 136 68 128ZM80 36h80M112 24v12M128 24v12';

/** How a piece is measured, in the line style of the icons; one for each size chart (content/size-charts.json). */
export const measureDrawings: Readonly<Record<string, MeasureDrawing>> = {
  Hoodie: {
    width: 240,
    height: 212,
    outline: `${longSleeves}M96 36C76-4 164-4 144 36 136 58 104 58 96 36M104 38C98 14 142 14 136 38M80 184h80M92 172l8-32h40l8 32`,
    lines: { ...longSleeveLines, Length: [99, 36, 99, 196] },
  },
  Sweatshirts: {
    width: 240,
    height: 212,
    outline: `${longSleeves}M144 36C136 52 104 52 96 36M92 38C102 60 138 60 148 38M80 184h80`,
    lines: { ...longSleeveLines, Length: [98, 38, 98, 196] },
  },
  Shackets: {
    width: 240,
    height: 212,
    outline: `${longSleeves}M144 36C136 28 104 28 96 36L110 60 120 42 130 60 144 36M120 42V196M88 100h24v24H88ZM128 100h24v24h-24Z`,
    lines: { ...longSleeveLines, Chest: [80, 88, 160, 88], Length: [136, 36, 136, 196] },
  },
  Shirts: {
    width: 240,
    height: 208,
    outline: `${shortSleeves}C136 26 104 26 96 32L106 58 120 60 134 58 144 32M120 60V192M132 92h18v20h-18Z`,
    lines: {
      Chest: [80, 126, 160, 126],
      Length: [97, 32, 97, 192],
      Shoulder: [72, 42, 168, 42],
      Sleeve: [62, 39, 24, 88],
    },
  },
  'Cargo Pants': {
    width: 240,
    height: 236,
    outline:
      'M84 24H156L166 74 178 204 138 208 120 100 102 208 62 204 74 74ZM82 36h76M120 24v40M68 124l24 2-2 32-24-2ZM172 124l-24 2 2 32 24-2Z',
    lines: {
      Waist: [84, 16, 156, 16],
      Hip: [75, 72, 165, 72],
      Thigh: [71, 108, 118, 108],
      Inseam: [125, 100, 143, 207],
      Hem: [62, 214, 102, 218],
    },
  },
  Shorts: {
    width: 240,
    height: 152,
    outline: shorts,
    lines: {
      Waist: [80, 36, 160, 36],
      'Waist, stretched': [64, 14, 176, 14],
      Hip: [76, 70, 164, 70],
      Thigh: [71, 104, 117, 104],
    },
  },
  'Co-ord Sets': {
    width: 336,
    height: 208,
    outline: `${shortSleeves}C136 26 104 26 96 32L106 58 120 60 134 58 144 32M120 60V192M236 64H312L326 168 282 176 274 132 266 176 222 168ZM234 76h80M266 64v12M282 64v12`,
    lines: {
      Chest: [80, 126, 160, 126],
      'Shirt length': [97, 32, 97, 192],
      Shoulder: [72, 42, 168, 42],
      Waist: [234, 76, 314, 76],
      Hip: [230, 110, 318, 110],
    },
  },
  Bralette: {
    width: 240,
    height: 172,
    outline:
      'M84 20V62C72 82 66 104 64 146H176C174 104 168 82 156 62V20H146V58C140 84 100 84 94 58V20ZM65 128h110',
    lines: {
      Underband: [64, 154, 176, 154],
      Bust: [70, 104, 170, 104],
      Length: [89, 20, 89, 146],
    },
  },
};

/** The letter of a chart's measure: A for the first column. */
export function letterOf(index: number): string {
  return String.fromCharCode(65 + index);
}
