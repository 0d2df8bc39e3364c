/** The plots of the reports, as SVG files without script. */
import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TitleComponent } from 'echarts/components';
import { init, use, type EChartsCoreOption } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

use([BarChart, LineChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer]);

const WIDTH = 760;
const HEIGHT = 360;
/** Distinct on paper and for people with colour blindness. */
const COLOURS = ['#1f1b16', '#c8321f', '#8a8478', '#2f6f8f', '#d9a441', '#6b4a86'];

function drawn(option: EChartsCoreOption, height: number): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height });
  chart.setOption({
    animation: false,
    backgroundColor: '#fff',
    color: COLOURS,
    textStyle: { fontFamily: 'sans-serif' },
    grid: { left: 16, right: 24, top: 72, bottom: 16 },
    ...option,
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return `${svg}\n`;
}

export interface Series {
  name: string;
  values: readonly (number | null)[];
}

interface Drawing {
  title: string;
  /** Of the values, such as `ms`. */
  unit: string;
  series: readonly Series[];
}

const frame = ({ title, series }: Drawing) => ({
  title: { text: title, left: 16, top: 8, textStyle: { fontSize: 15 } },
  legend: { show: series.length > 1, top: 36, left: 12 },
});

/** Horizontal bars, one group per category: names of any length fit. */
export function barPlot({ categories, ...drawing }: Drawing & { categories: readonly string[] }): string {
  const bars = categories.length * drawing.series.length;
  return drawn(
    {
      ...frame(drawing),
      xAxis: { type: 'value', name: drawing.unit, nameLocation: 'end' },
      yAxis: { type: 'category', data: categories, inverse: true },
      series: drawing.series.map(({ name, values }) => ({
        name,
        type: 'bar',
        data: values,
        barMaxWidth: 22,
        label: { show: true, position: 'right' },
      })),
    },
    Math.max(HEIGHT, 110 + bars * 24),
  );
}

/** Lines over a growing number, both axes logarithmic: proportional growth has the same slope everywhere. */
export function growthPlot({
  over,
  sizes,
  ...drawing
}: Drawing & { over: string; sizes: readonly number[] }): string {
  return drawn(
    {
      ...frame(drawing),
      grid: { left: 16, right: 96, top: 84, bottom: 16 },
      xAxis: { type: 'log', name: over, min: Math.min(...sizes), max: Math.max(...sizes) },
      yAxis: { type: 'log', name: drawing.unit },
      series: drawing.series.map(({ name, values }) => ({
        name,
        type: 'line',
        data: values.map((value, index) => [sizes[index], value]),
      })),
    },
    HEIGHT,
  );
}

/** Lines over time in seconds. */
export function timePlot({ seconds, ...drawing }: Drawing & { seconds: readonly number[] }): string {
  return drawn(
    {
      ...frame(drawing),
      grid: { left: 16, right: 60, top: 84, bottom: 16 },
      xAxis: { type: 'value', name: 's', min: 'dataMin', max: 'dataMax' },
      yAxis: { type: 'value', name: drawing.unit },
      series: drawing.series.map(({ name, values }) => ({
        name,
        type: 'line',
        showSymbol: false,
        data: values.map((value, index) => [seconds[index], value]),
      })),
    },
    HEIGHT,
  );
}
