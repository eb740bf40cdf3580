import { expect, test } from 'vitest'
import { leftText } from './left.ts'

test('what a run left is counted by action, in one short line', () => {
  const endpoints = Array.from({ length: 40 }, (_, index) => ({
    action: 'delete_endpoint' as const,
    given: { endpoint_id: `endpoint-${index}` },
  }))
  const text = leftText([...endpoints, { action: 'activate_client', given: { client_id: 'm2m' } }])
  expect(text).toBe(
    'left on the target: 41 changes (delete_endpoint 40, activate_client 1). undo.jsonl in the folder of the run lists them; doctor --clean DIR undoes them',
  )
  expect(leftText([])).toBeUndefined()
})
