import type { Exchange, Operation } from '../../../../conformance/exchange.ts'
import type { OperatorAction } from '../../../../conformance/ports/operator.ts'
import { cannotTell } from '../../../../conformance/verdict.ts'
import type { OfficeStep, Snapshot } from './step.ts'

let last = 0

/** Makes an exchange whose answer has a status and a JSON body. */
export function answeredWith(
  status: number,
  json: unknown = {},
  operation: Operation = 'operator',
): Exchange {
  last += 1
  const text = JSON.stringify(json)
  return {
    id: `test#${last}`,
    operation,
    request: { method: 'POST', url: 'http://127.0.0.1/', headers: [] },
    answer: {
      status,
      headers: [['content-type', 'application/json']],
      body: { size: text.length, sha256: '00', text },
    },
    startedAt: 0,
    elapsedMs: 1,
    targetMs: 0,
  }
}

export const tokenAnswer = (): Exchange =>
  answeredWith(200, { access_token: 'a-token', expires_in: 3600 }, 'token')
export const noToken = (): Exchange => answeredWith(401, { error: 'invalid_client' }, 'token')

export const done = (action: OperatorAction): OfficeStep => ({
  kind: 'done',
  action,
  exchange: answeredWith(200),
})
export const refusedStep = (action: OperatorAction): OfficeStep => ({
  kind: 'refused',
  action,
  exchange: answeredWith(409),
})
export const lacking = (action: OperatorAction): OfficeStep => ({
  kind: 'left',
  verdict: cannotTell(`no operator action ${action} in the profile`, `operator.${action}`),
})

export const snapshotOf = (action: OperatorAction, shown: unknown): Snapshot => ({
  step: done(action),
  shown,
})
