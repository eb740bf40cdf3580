import { expect, test } from 'vitest'
import { suiteTime } from '../../../conformance/suite-clock.ts'
import { fake, json } from '../../transport/testing/fake-server.ts'
import { opened } from '../testing/fake.ts'

test('a request has its moment by the clock of the suite, whatever time of day it is', async () => {
  const { origin } = await fake((_, response) => json(response, 200, { status: 'success', data: {} }))
  const target = await opened(origin, {}, { now: () => 0 })
  const { ports } = await target.lease({ id: 'room/name', exclusive: false })
  const before = suiteTime()
  const { startedAt, elapsedMs } = await ports.http.send({
    ...{ operation: 'status', method: 'GET', path: '/status/1', quoteId: '1' },
  })
  expect([startedAt >= before, startedAt + elapsedMs <= suiteTime()]).toEqual([true, true])
})
