import { expect, test } from 'vitest';
import { letterOf, measureDrawings } from '../../src/components/shop/measure-drawings.ts';
import { subCategories } from '../../src/domain/catalogue.ts';
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

test('every type except accessories has a chart and a drawing', () => {
  const types = subCategories.map(({ name }) => name).filter((name) => name !== 'Accessories');
  expect(Object.keys(sizeCharts).sort()).toEqual(types.sort());
  expect(Object.keys(measureDrawings).sort()).toEqual(types.sort());
});

test.each(Object.entries(sizeCharts))('%s: each size is larger in each measure', (_type, chart) => {
  const rows = Object.entries(chart.centimetres);
  expect(rows.map(([size]) => size)).toEqual(['XS', 'S', 'M', 'L', 'XL', 'XXL']);
  rows.forEach(([size, row], at) => {
    expect([size, row.length]).toEqual([size, chart.measures.length]);
    for (const [column, value] of row.entries()) {
      expect(value, size).toBeGreaterThan(rows[at - 1]?.[1][column] ?? 0);
    }
  });
});

test('columns are lettered from A', () => {
  expect([0, 1, 4].map(letterOf)).toEqual(['A', 'B', 'E']);
});
