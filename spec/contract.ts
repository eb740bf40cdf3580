import type { ContractCell, ContractTables, ContractTransition } from '../conformance/contract.ts'
import type { DocumentName } from '../conformance/exchange.ts'
import type { DocumentCell } from './documents.ts'
import { QUOTE_STATES, type Transition } from './lifecycle.ts'
import type { Spec } from './spec.ts'

/** The tables of the specification that a report draws, each row with the requirement that states it. */
export function contractTables(spec: Spec): ContractTables {
  const { lifecycle, documents, delivery } = spec
  const known = new Set(spec.requirements.map(({ id }) => id))
  const statedBy = (id: string): { readonly requirement?: string } =>
    known.has(id) ? { requirement: id } : {}
  const transition =
    (published: boolean) =>
    ({ from, to, via, condition }: Transition): ContractTransition => ({
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
      cells: QUOTE_STATES.map((state): ContractCell => {
        const cell = documents[name][state]
        const { expect } = cell
        return { state, expect, statuses: wordsOf(cell), ...statedBy(`${name}-in-${kebab(state)}`) }
      }),
    })),
    delivery: {
      attempts: delivery.attempts.map(({ number, delayMs }) => ({
        ...{ number, delayMs },
        ...statedBy(`retry-attempt-${number}`),
      })),
      ...delivery.tolerance,
      deadlineMs: delivery.deadline.ms,
    },
  }
}

const kebab = (name: string): string => name.replaceAll('_', '-')

function wordsOf(cell: DocumentCell): string {
  if (cell.expect === 'open') return 'not stated'
  return cell.statuses === '4xx' ? '4xx' : cell.statuses.join(' or ')
}
