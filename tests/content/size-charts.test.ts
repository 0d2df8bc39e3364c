import { expect, test } from 'vitest';
import { letterOf, measureDrawings } from '../../src/components/shop/measure-drawings.ts';
import sizeCharts from '../../src/content/size-charts.json' with { type: 'json' };

test.each(Object.entries(sizeCharts))(
  '%s: the drawing has a line for each column of the chart',
  (kind, { measures }) => {
    const drawing = measureDrawings[kind];
    expect(Object.keys(drawing?.lines ?? {}).sort()).toEqual([...measures].sort());
    for (const [x1, y1, x2, y2] of Object.values(drawing?.lines ?? {})) {
      expect(Math.min(x1, y1, x2, y2)).toBeGreaterThanOrEqual(0);
      expect(Math.max(x1, x2)).toBeLessThanOrEqual(drawing?.width ?? 0);
      expect(Math.max(y1, y2)).toBeLessThanOrEqual(drawing?.height ?? 0);
    }
  },
);

test('Every chart is drawn, and nothing else', () => {
  expect(Object.keys(measureDrawings).sort()).toEqual(Object.keys(sizeCharts).sort());
});

test('Columns are lettered from A', () => {
  expect([0, 1, 4].map(letterOf)).toEqual(['A', 'B', 'E']);
});
