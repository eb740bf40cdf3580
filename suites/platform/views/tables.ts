import type { DocumentName } from '../../../conformance/exchange.ts'
import type { DocumentCellRow, TransitionRow, ViewTables } from '../../../conformance/views.ts'
import { type DocumentCell, documentCell, type Spec, type Transition } from '../../../spec/index.ts'

/**
 * Tables of the specification that a report draws, each row with the requirement that states it.
 *
 * @param slackMs how late a retry may be on this target (`timing.delivery_slack`), in milliseconds
 */
export function viewTables(spec: Spec, slackMs: number): ViewTables {
  const { lifecycle, documents, delivery } = spec
  const known = new Set(spec.requirements.map(({ id }) => id))
  const statedBy = (id: string): { readonly requirement?: string } =>
    known.has(id) ? { requirement: id } : {}
  const transition =
    (published: boolean) =>
    ({ from, to, via, condition }: Transition): TransitionRow => ({
      ...{ from, to, via, condition, published },
      ...(published ? statedBy(`transition-${kebab(from)}-to-${kebab(to)}`) : {}),
    })
  return {
    states: lifecycle.states.map(({ name, meaning, transient, terminal }) => ({
      ...{ name, meaning, transient, terminal },
    })),
    transitions: [
      ...lifecycle.transitions.map(transition(true)),
      ...lifecycle.tolerated.map(transition(false)),
    ],
    documents: (Object.keys(documents) as DocumentName[]).map((name) => ({
      name,
      cells: lifecycle.states.map(({ name: state }): DocumentCellRow => {
        const cell = documentCell(documents, name, state)
        const { expect } = cell
        const also = alsoOf(cell)
        return {
          ...{ state, expect, statuses: wordsOf(cell) },
          ...(also !== undefined && { also }),
          ...statedBy(`${name}-in-${kebab(state)}`),
        }
      }),
    })),
    delivery: {
      attempts: delivery.attempts.map(({ number, delayMs }) => ({
        ...{ number, delayMs },
        ...statedBy(`retry-attempt-${number}`),
      })),
      early: delivery.tolerance.early,
      late: { ...delivery.tolerance.late, ms: slackMs },
      deadlineMs: delivery.deadline.ms,
    },
  }
}

const kebab = (name: string): string => name.replaceAll('_', '-')

function wordsOf(cell: DocumentCell): string {
  if (cell.expect === 'open') return 'not stated'
  return cell.statuses === '4xx' ? '4xx' : cell.statuses.join(' or ')
}

/** Describes the other legal answers of a document before its event. */
function alsoOf(cell: DocumentCell): string | undefined {
  if (cell.expect !== 'available' || cell.after === undefined) return undefined
  const others = cell.before?.statuses.filter((status) => !cell.statuses.includes(status))
  const answers = others === undefined ? 'anything' : others.join(' or ')
  return answers === '' ? undefined : `${answers} until quote.${cell.after}`
}
