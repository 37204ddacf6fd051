import { metricById } from '@greenhouse/contract'
import type { Plot, PlotLine } from './plot.ts'

/** By default a temperature without values. */
export function aPlotLine(more: Partial<PlotLine> = {}): PlotLine {
  const metric = metricById('temperature')
  return {
    id: 'a.temperature',
    name: 'North end',
    series: { runs: [], gaps: [] },
    colour: 'series-1',
    dash: [],
    width: 2,
    hasBand: false,
    isNamed: false,
    of: {
      id: 'a.temperature',
      deviceId: 'a',
      deviceName: 'North end',
      metric,
      channel: '',
      label: metric.label,
      isVisible: true,
    },
    widthMs: 0,
    newest: undefined,
    isGhost: false,
    isHidden: false,
    ...more,
  }
}

export function aPlot(line: PlotLine, more: Partial<Plot['content']> = {}): Plot {
  return {
    title: 'Temperature',
    lines: [line],
    content: {
      lines: [line],
      range: { from: 0, to: 1 },
      unit: '°C',
      nights: [],
      limits: [],
      stems: [],
      spanMin: 1,
      gutter: 0,
      formatValue: String,
      ...more,
    },
  }
}
