import { count } from '../../prose.ts'
import type { EarlierRun } from '../trend.ts'
import { el, scrollingTable, svg, verdictBadge } from './dom.ts'
import { data } from './store.ts'

const chart = { width: 720, height: 120, left: 8, foot: 20 }

/** Shows the neighbouring runs of this target, the oldest first, and what changed since the last of them. */
export function trend() {
  const earlier = data.earlier ?? []
  const last = earlier.at(-1)
  if (last === undefined) return []
  const own = { folder: 'this run', startedAt: data.startedAt, verdict: data.verdict, summary: data.summary }
  const runs: readonly EarlierRun[] = [...earlier, { ...own, failing: failing(), unseen: unseen() }]
  const [before, now] = [new Set(last.failing), failing()]
  const fresh = now.filter((id) => !before.has(id))
  const lost = unseen().filter((id) => !last.unseen.includes(id))
  const mended = last.failing.filter((id) => !now.includes(id))
  return [
    el('h3', {}, `The last ${count(runs.length, 'run')}`),
    el(
      'p',
      {},
      `Since the run before: ${count(fresh.length, 'requirement')} newly failing, ${mended.length} no longer${lost.length > 0 ? `; ${count(lost.length, 'must requirement')} not exercised any more` : ''}.`,
      fresh.length > 0 && ` New: ${fresh.slice(0, 5).join(', ')}${fresh.length > 5 ? ', …' : ''}.`,
      lost.length > 0 &&
        ` Not exercised any more: ${lost.slice(0, 5).join(', ')}${lost.length > 5 ? ', …' : ''}.`,
      mended.length > 0 && ` No longer: ${mended.slice(0, 5).join(', ')}${mended.length > 5 ? ', …' : ''}.`,
    ),
    bars(runs),
    scrollingTable(
      'Runs of this target, the newest last',
      ['run', 'started', 'verdict', 'passed', 'failed', 'warned', 'not exercised'],
      runs.map(({ folder, startedAt, verdict, summary }) => [
        folder,
        startedAt.replace(/\.\d+Z$/, 'Z'),
        el('td', {}, verdictBadge(verdict)),
        ...[summary.passed, summary.failed, summary.warned, summary.notExercised].map((many) =>
          el('td', { class: 'number' }, many),
        ),
      ]),
    ),
  ]
}

const failing = () => data.requirements.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)

const unseen = () =>
  data.requirements
    .filter(({ level, verdict }) => level === 'must' && verdict === 'not-exercised')
    .map(({ id }) => id)

/** A bar for each run: how many requirements failed. */
function bars(runs: readonly EarlierRun[]) {
  const most = Math.max(1, ...runs.map(({ summary }) => summary.failed))
  const step = (chart.width - 2 * chart.left) / runs.length
  const room = chart.height - 2 * chart.foot
  const words = runs.map(({ summary }) => summary.failed).join(', ')
  return el(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Failed requirements by run' },
    svg(
      'svg',
      {
        viewBox: `0 0 ${chart.width} ${chart.height}`,
        width: chart.width,
        height: chart.height,
        role: 'img',
        class: 'trend',
        'aria-label': `Failed requirements by run, the newest last: ${words}`,
      },
      ...runs.flatMap(({ summary, verdict }, index) => {
        const high = (summary.failed / most) * room
        const [x, foot] = [chart.left + index * step + step / 6, chart.height - chart.foot]
        const middle = x + step / 3
        return [
          svg('rect', {
            class: verdict,
            x,
            y: foot - Math.max(2, high),
            width: (step * 2) / 3,
            height: Math.max(2, high),
          }),
          svg(
            'text',
            { x: middle, y: foot - Math.max(2, high) - 4, 'text-anchor': 'middle' },
            summary.failed,
          ),
          svg(
            'text',
            { x: middle, y: chart.height - 4, 'text-anchor': 'middle' },
            runName(index, runs.length),
          ),
        ]
      }),
    ),
  )
}

const runName = (index: number, of: number) => (index === of - 1 ? 'this run' : `−${of - 1 - index}`)
