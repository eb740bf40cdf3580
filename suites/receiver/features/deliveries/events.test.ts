import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { answered, effectsOf, UNSEEN } from '../../testing/trace.ts'
import { eventsScenario } from './events.ts'

const spec = await loadSpec()
const TYPES = spec.delivery.events.map(({ type }) => type)
const NAMES = [
  ...TYPES,
  ...['id in capitals', 'timestamp without milliseconds', 'earlier body timestamp', 'equal body, first'],
  'policy.created once more',
]
const KINDS = [...TYPES, ...['id', 'timestamp', 'earlier', 'equal', 'again']]
const at = (name: string) => NAMES.indexOf(name)
const trace = {
  answered: NAMES.map((name, index) => ({
    ...{ name, id: name, exchange: answered() },
    kind: KINDS[index] ?? 'id',
  })),
  effects: effectsOf(Object.fromEntries(NAMES.map((name) => [name, 1]))),
}
type Trace = typeof trace

const refused = (requirement: string, name: string) => ({
  requirement,
  with: `a refusal of ${name}`,
  change: (copy: Trace) => void Object.assign(copy.answered[at(name)] ?? {}, { exchange: answered(400) }),
  expected: 'failed' as const,
  finding: { at: name, observed: 'status 400' },
})
const processed = (requirement: string, name: string, times: number) => ({
  requirement,
  with: `${name} processed ${times} times`,
  change: (copy: Trace) => void Object.assign(copy.effects, effectsOf({ ...timesOf(copy), [name]: times })),
  expected: 'failed' as const,
  finding: { at: 'effects' },
})
const timesOf = ({ effects }: Trace) => ('times' in effects ? effects.times : {})

testClaims(eventsScenario(spec), {
  spec,
  trace,
  rows: [
    ...spec.delivery.events.map(({ type, taken }) => refused(taken, type)),
    refused('receiver-accepts-any-event-id', 'id in capitals'),
    refused('receiver-accepts-whole-seconds', 'timestamp without milliseconds'),
    refused('receiver-accepts-differing-timestamps', 'earlier body timestamp'),
    refused('receiver-accepts-a-later-attempt', 'policy.created once more'),
    {
      requirement: 'receiver-accepts-a-later-attempt',
      with: 'no time for it',
      change: (copy) => ({ ...copy, answered: copy.answered.filter(({ kind }) => kind !== 'again') }),
      expected: 'cannot-tell',
    },
    processed('receiver-processes-distinct-events-alike', 'equal body, first', 0),
    processed('receiver-processes-each-event', 'policy.created', 0),
    processed('receiver-processes-once', 'policy.created', 2),
    {
      requirement: 'receiver-processes-once',
      with: 'no effects to read',
      change: (copy) => ({ ...copy, effects: UNSEEN }),
      expected: 'cannot-tell',
    },
    {
      requirement: 'receiver-answers-within-8-seconds',
      with: 'a late answer',
      change: (copy) => ({
        ...copy,
        answered: [{ name: 'late', kind: 'id', id: 'x', exchange: answered(200, 9000) }],
      }),
      expected: 'failed',
    },
  ],
})
