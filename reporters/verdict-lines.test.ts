import { expect, test } from 'vitest'
import type { RunEvent } from '../conformance/events.ts'
import { failed, passed } from '../conformance/verdict.ts'
import { check, events } from './fakes.ts'
import { runRecordOf } from './record.ts'
import { makeReport } from './report.ts'
import { verdictStream } from './verdict-lines.ts'

const breach = failed({ expected: '202', observed: '500', at: 'status' })
const all = events({
  requirements: [
    ['good', '4', 'must'],
    ['bad', '4', 'must'],
    ['ought', '4', 'should'],
    ['whole', '9', 'must'],
  ],
  checks: [check('good', 'must', passed()), check('bad', 'must', breach), check('ought', 'should', breach)],
}).map(
  (event): RunEvent =>
    event.type === 'run-started'
      ? {
          ...event,
          requirements: event.requirements.map((one) =>
            one.id === 'whole' ? { ...one, judgedBy: ['good', 'bad'] } : one,
          ),
        }
      : event,
)
const parsed = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line): Record<string, unknown> => JSON.parse(line))

test('a failure is reported with its scenario, everything else at the end, each once, and the verdict last', () => {
  const stream = verdictStream()
  const heard = all.map((event) => parsed(stream.add(event)))
  expect(heard.map((lines) => lines.map(({ id }) => id))).toEqual([[], [], ['bad', 'whole'], []])
  const last = parsed(stream.end(makeReport(runRecordOf(all)), 1))
  expect(last.map(({ id }) => id)).toEqual(['good', 'ought', undefined])
  expect(last.at(-1)).toMatchObject({ verdict: 'non-conformant', exitCode: 1, judged: { count: 4, of: 4 } })
})

test('what is reported early is what the report says', () => {
  const stream = verdictStream()
  const heard = parsed(all.map((event) => stream.add(event)).join(''))
  const { requirements } = makeReport(runRecordOf(all))
  const { checks: _, notReproduced: __, ...reported } = requirements.find(({ id }) => id === 'bad') ?? {}
  expect(heard[0]).toEqual(reported)
  expect(heard[1]?.reason).toBe(requirements.find(({ id }) => id === 'whole')?.reason)
})

test('a failure that comes twice is reported once', () => {
  const stream = verdictStream()
  const [started, , finished] = all
  if (started === undefined || finished === undefined) throw new Error('no events')
  expect(stream.add(started) + stream.add(finished)).not.toBe('')
  expect(stream.add(finished)).toBe('')
})
