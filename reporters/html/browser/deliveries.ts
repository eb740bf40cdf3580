import type { SeenAttempt } from '../../../conformance/views.ts'
import { count } from '../../prose.ts'
import type { DrawnDelivery } from '../deliveries.ts'
import { el, requirementLink, scrollingTable, svg, verdictBadge } from './dom.ts'
import { data } from './store.ts'

const chart = { width: 720, left: 110, right: 24, row: 30, top: 30 }

/** Draws each event that had more than one attempt: its attempts and the retry schedule. */
export function deliveries() {
  const view = data.deliveries
  if (view === undefined) return []
  return [
    el(
      'p',
      {},
      'A band shows when an attempt may come, measured from the end of the attempt before it. A bar shows when it came. A moved clock hides the exact moment, so a bar has a length.',
    ),
    ...view.repeated.map(timeline),
    ...(view.more > 0 ? [el('p', {}, `and ${count(view.more, 'more event')}, see results.jsonl`)] : []),
    ...(view.once.length === 0
      ? []
      : [
          scrollingTable(
            'Delivered with the first attempt',
            ['event', 'times'],
            view.once.map(({ type, times }) => [type, times]),
          ),
        ]),
  ]
}

function timeline({ scenario, type, eventId, attempts }: DrawnDelivery, index: number) {
  const rows = attempts.map((attempt) => [
    attempt.number ?? 'copy',
    `${(attempt.atMs / 1000).toFixed(1)} s`,
    waitOf(attempt),
    attempt.rung === undefined
      ? ''
      : `${attempt.rung.delayMs / 1000} s (${seconds(attempt.rung.earliestMs, attempt.rung.latestMs)})`,
    attempt.place ?? '',
    attempt.answered,
    attempt.signedWith,
    attempt.rung?.requirement === undefined ? '' : requirementLink(attempt.rung.requirement),
  ])
  const head = [
    'attempt',
    'since the first',
    'waited',
    'delay (allowed)',
    'place',
    'answered with',
    'signed with',
    'requirement',
  ]
  const words = `${type}: ${count(attempts.length, 'attempt')}`
  const style = styleOf(attempts)
  return el(
    'details',
    { class: 'delivery', open: index === 0 },
    el(
      'summary',
      {},
      style === undefined ? '' : verdictBadge(style),
      ' ',
      el('strong', {}, answersOf(attempts)),
      `; ${words} in `,
      el('code', {}, scenario),
    ),
    el('p', { class: 'id' }, `Event-ID ${eventId}`),
    scheduleDrawing(attempts, words, index),
    scrollingTable(`Attempts of ${type} in ${scenario}, ${index + 1}`, head, rows),
  )
}

/** The answers of the suite's endpoint in order, with equal ones merged: `500 9×, then 200`. */
function answersOf(attempts: readonly SeenAttempt[]) {
  const folds: { readonly answered: string; times: number }[] = []
  for (const { answered } of attempts) {
    const last = folds.at(-1)
    if (last?.answered === answered) last.times++
    else folds.push({ answered, times: 1 })
  }
  const shown = folds.slice(0, 4).map(({ answered, times }) => `${answered}${times > 1 ? ` ${times}×` : ''}`)
  return `answered with ${shown.join(', then ')}${folds.length > 4 ? ', …' : ''}`
}

/** The style of attempts by whether they came in time; for attempts that have a due time. */
function styleOf(attempts: readonly SeenAttempt[]) {
  const places = attempts.map(({ place: where }) => where)
  return (['early', 'late', 'within'] as const).find((style) => places.includes(style))
}

const speaksOf = (id: string, { attempts }: DrawnDelivery) =>
  attempts.some((attempt) => attempt.rung?.requirement === id)

const isWrong = (id: string, { attempts }: DrawnDelivery) =>
  attempts.some(
    ({ rung, place: where }) => rung?.requirement === id && (where === 'early' || where === 'late'),
  )

/** Says whether a chart shows attempts of a requirement. */
export const isDrawn = (id: string) => data.deliveries?.repeated.some((one) => speaksOf(id, one)) ?? false

/** Opens the chart of a requirement: one that shows a breach, else the first with an attempt of it. */
export function openChart(id: string) {
  const all = data.deliveries?.repeated ?? []
  const wrong = all.findIndex((one) => isWrong(id, one))
  const index = wrong === -1 ? all.findIndex((one) => speaksOf(id, one)) : wrong
  const chosen = document.querySelectorAll<HTMLDetailsElement>('details.delivery')[index]
  if (chosen === undefined) return
  chosen.open = true
  chosen.querySelector('summary')?.focus()
  chosen.scrollIntoView({ block: 'start' })
}

function waitOf({ number, waited }: SeenAttempt) {
  if (waited !== undefined) return seconds(waited.leastMs, waited.mostMs)
  return number === 1 ? 'at once' : ''
}

function seconds(from: number, to: number) {
  return `${(from / 1000).toFixed(2)} to ${(to / 1000).toFixed(2)} s`
}

/** A position on a scale on which one second and one minute can both be read. */
function place(ms: number) {
  const [least, most] = [Math.log(400), Math.log(100_000)]
  const part = (Math.log(Math.min(Math.max(ms, 400), 100_000)) - least) / (most - least)
  return chart.left + part * (chart.width - chart.left - chart.right)
}

function scheduleDrawing(attempts: readonly SeenAttempt[], words: string, index: number) {
  const height = chart.top + attempts.length * chart.row + 6
  const ticks = [1, 2, 4, 8, 16, 32, 60]
  return el(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `Timeline ${index + 1} of ${words}` },
    svg(
      'svg',
      {
        viewBox: `0 0 ${chart.width} ${height}`,
        width: chart.width,
        height,
        role: 'img',
        class: 'retries',
        'aria-label': `${words}; the table below says the same`,
      },
      ...ticks.flatMap((tick) => [
        svg('line', {
          x1: place(tick * 1000),
          x2: place(tick * 1000),
          y1: chart.top - 8,
          y2: height,
          class: 'tick',
        }),
        svg('text', { x: place(tick * 1000), y: chart.top - 14, 'text-anchor': 'middle' }, `${tick} s`),
      ]),
      ...attempts.map((attempt, row) => rung(attempt, chart.top + row * chart.row)),
    ),
  )
}

function rung({ number, waited, rung: stated, place: where, answered }: SeenAttempt, y: number) {
  const band = stated && [place(stated.earliestMs), place(stated.latestMs)]
  const bar = waited && [place(waited.leastMs), place(waited.mostMs)]
  return svg(
    'g',
    { class: `attempt ${where ?? ''}` },
    svg('text', { x: 4, y: y + 17 }, `${number ?? 'copy'}: ${answered}`),
    band &&
      svg('rect', {
        class: 'band',
        x: band[0],
        y: y + 2,
        width: Math.max(2, (band[1] ?? 0) - (band[0] ?? 0)),
        height: 20,
      }),
    stated &&
      svg('line', {
        class: 'rung',
        x1: place(stated.delayMs),
        x2: place(stated.delayMs),
        y1: y + 2,
        y2: y + 22,
      }),
    bar &&
      svg('rect', {
        class: 'bar',
        x: bar[0],
        y: y + 8,
        width: Math.max(4, (bar[1] ?? 0) - (bar[0] ?? 0)),
        height: 8,
      }),
  )
}
