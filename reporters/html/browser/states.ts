import { count } from '../../prose.ts'
import type { DrawnEdge } from '../lifecycle.ts'
import { el, requirementLink, scrollingTable, svg } from './dom.ts'
import { data } from './store.ts'

const box = { width: 128, height: 46, across: 206, down: 92, left: 14, top: 50 }
/** The length of the straight end of each edge, where its label stands. */
const RUN = 40

/** Shows the state machine with the observed transitions, as a drawing and as a table. */
export function states() {
  const view = data.lifecycle
  if (view === undefined) return []
  const rows = view.edges.map((edge) => [
    `${edge.from} → ${edge.to}`,
    edge.via,
    edge.condition,
    seenWords(edge),
    edge.requirement === undefined ? edge.kind : requirementLink(edge.requirement),
  ])
  return [
    machineDrawing(),
    legend(),
    scrollingTable('Ways from state to state', ['way', 'moved by', 'condition', 'seen', 'requirement'], rows),
    ...(view.refusals.length === 0
      ? []
      : [
          scrollingTable(
            'Refused in a state that does not allow it',
            ['state', 'asked for', 'answer', 'times'],
            view.refusals.map(({ state, operation, status, times }) => [state, operation, status, times]),
          ),
        ]),
  ]
}

function styleOf({ kind, travelled, passedOver, requirement }: DrawnEdge) {
  const verdict = data.requirements.find(({ id }) => id === requirement)?.verdict
  if (kind === 'unlisted' || verdict === 'failed') return 'wrong'
  if (travelled > 0) return 'travelled'
  return passedOver > 0 ? 'passed-over' : 'unreached'
}

function seenWords(edge: DrawnEdge) {
  const { travelled, passedOver } = edge
  const words = [
    ...(travelled > 0 ? [`by ${count(travelled, 'quote')}`] : []),
    ...(passedOver > 0 ? [`passed over by ${passedOver}`] : []),
  ]
  return (words.join(', ') || 'not reached') + (styleOf(edge) === 'wrong' ? ', against the contract' : '')
}

function machineDrawing() {
  const view = data.lifecycle
  if (view === undefined) return ''
  const places = new Map(view.states.map((state) => [state.name, state]))
  const columns = Math.max(...view.states.map(({ column }) => column)) + 1
  const rows = Math.max(...view.states.map(({ row }) => row)) + 1
  const width = (columns - 1) * box.across + box.width + 2 * box.left
  const height = rows * box.down + box.top
  const styles = ['travelled', 'passed-over', 'unreached', 'wrong']
  const title = svg('title', { id: 'machine-title' }, 'State machine of a quote')
  const text = view.edges.map((edge) => `${edge.from} to ${edge.to}: ${seenWords(edge)}`).join('. ')
  return el(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'State machine' },
    svg(
      'svg',
      {
        viewBox: `0 0 ${width} ${height}`,
        width,
        height,
        role: 'img',
        class: 'machine',
        'aria-labelledby': 'machine-title machine-text',
      },
      title,
      svg('desc', { id: 'machine-text' }, text),
      svg(
        'defs',
        {},
        ...styles.map((style) =>
          svg(
            'marker',
            {
              id: `tip-${style}`,
              class: style,
              viewBox: '0 0 8 8',
              refX: 7,
              refY: 4,
              markerWidth: 10,
              markerHeight: 10,
              markerUnits: 'userSpaceOnUse',
              orient: 'auto-start-reverse',
            },
            svg('path', { d: 'M0 0 L8 4 L0 8 z' }),
          ),
        ),
      ),
      ...view.edges.flatMap((edge, index) => {
        const [from, to] = [places.get(edge.from), places.get(edge.to)]
        const before = view.edges.slice(0, index).filter((other) => other.to === edge.to).length
        return from === undefined || to === undefined ? [] : [edgeOf(edge, from, to, before)]
      }),
      ...view.states.map(stateOf),
    ),
  )
}

function stateOf({
  name,
  meaning,
  terminal,
  column,
  row,
}: NonNullable<typeof data.lifecycle>['states'][number]) {
  const [x, y] = [column * box.across + box.left, row * box.down + box.top]
  const refused = data.lifecycle?.refusals.filter(({ state }) => state === name) ?? []
  const times = refused.reduce((sum, refusal) => sum + refusal.times, 0)
  return svg(
    'g',
    { class: terminal ? 'state terminal' : 'state' },
    svg('title', {}, `${name}: ${meaning}`),
    svg('rect', { x, y, width: box.width, height: box.height, rx: name === 'new' ? 23 : 7 }),
    svg('text', { x: x + box.width / 2, y: y + 28, 'text-anchor': 'middle' }, name),
    times > 0 &&
      svg(
        'text',
        { x: x + box.width / 2, y: y + box.height + 15, 'text-anchor': 'middle', class: 'refused' },
        `⊘ refused ${times}×`,
      ),
  )
}

function edgeOf(
  edge: DrawnEdge,
  from: { column: number; row: number },
  to: { column: number; row: number },
  before: number,
) {
  const style = styleOf(edge)
  const back = to.column <= from.column
  const x1 = from.column * box.across + box.left + (back ? box.width / 2 : box.width)
  const y1 = from.row * box.down + box.top + (back ? 0 : box.height / 2)
  const x2 = to.column * box.across + box.left + (back ? box.width / 2 : 0)
  const y2 = to.row * box.down + box.top + (back ? 0 : box.height / 2)
  // Only the first row has no states in the way, so an edge stays in its row until it reaches its column.
  const bend = back ? x1 : Math.max(x1, x2 - (box.across - box.width))
  const end = x2 - RUN
  const middle = (bend + end) / 2
  const path = back
    ? `M${x1} ${y1} C${x1} ${y1 - 34} ${x2} ${y2 - 34} ${x2} ${y2}`
    : `M${x1} ${y1} H${bend} C${middle} ${y1} ${middle} ${y2} ${end} ${y2} H${x2 - 2}`
  const times = edge.travelled + edge.passedOver
  return svg(
    'g',
    { class: `edge ${style} ${edge.kind}` },
    svg('title', {}, `${edge.from} to ${edge.to}: ${seenWords(edge)}`),
    svg('path', { d: path, 'marker-end': `url(#tip-${style})` }),
    times > 0 &&
      svg(
        'text',
        { x: x2 - 6, y: (back ? y2 - 14 : y2 - 8) - 14 * before, 'text-anchor': 'end' },
        `${times}×`,
      ),
  )
}

function legend() {
  const styles = [
    ['travelled', 'travelled'],
    ['passed-over', 'passed between two reads'],
    ['unreached', 'not reached'],
    ['wrong', 'against the contract'],
  ]
  return el('ul', { class: 'legend' }, ...styles.map(([style, words]) => el('li', { class: style }, words)))
}
