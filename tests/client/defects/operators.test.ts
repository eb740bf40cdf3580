import { expect, test } from 'vitest'
import { FakeClient } from '../fake.ts'
import { legal } from '../legal.ts'
import { answersByHand } from './by-hand-answers.ts'
import { requestsByHand } from './by-hand-requests.ts'
import { waitsByHand } from './by-hand-waits.ts'
import { defects } from './index.ts'
import { changeClient } from './operators.ts'

test('every defect is one of an operator, or is written by hand under its name', () => {
  const byHand = Object.entries(defects).flatMap(([name, { change }]) => (change === undefined ? [name] : []))
  const written = Object.keys({ ...answersByHand, ...requestsByHand, ...waitsByHand })
  expect(byHand.toSorted()).toEqual(written.toSorted())
  expect(written.filter((name) => name in legal)).toEqual([])
  for (const { change } of Object.values(defects))
    if (change !== undefined) changeClient(new FakeClient(), change)
})

test('an operator that is not known is refused', () => {
  expect(() => changeClient(new FakeClient(), { forgets: true })).toThrow('there is no forgets')
})

test('a member has another value while the circumstances hold', async () => {
  const client = new FakeClient()
  const statuses = [503, 200, 401]
  client.wire = async () => ({ status: statuses.shift() ?? 200, headers: {}, body: Buffer.from('{}') })
  changeClient(client, { sets: { pollMs: 500 }, when: { met: [{ from: 500 }, { on: 'bind', status: 401 }] } })
  const sent = { operation: 'bind', method: 'PUT', url: '', headers: {}, body: undefined } as const
  const seen: number[] = []
  for (const _ of [...statuses]) {
    await client.wire(sent)
    seen.push(client.pollMs)
  }
  expect(seen).toEqual([2000, 2000, 500])
})
