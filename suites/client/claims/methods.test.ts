import { expect, test } from 'vitest'
import type { Exchange } from '../../../conformance/exchange.ts'
import { loadSpec } from '../../../spec/index.ts'
import { sent } from '../testing/trace.ts'
import { methodClaims } from './methods.ts'

const spec = await loadSpec()
const requested = (method: string, path: string): Exchange => ({
  ...sent('status'),
  request: { method, url: `http://127.0.0.1:1/r/a/v/play/api${path}`, headers: [] },
})

test.each([
  ['PUT', '/bind/5e7c0ff3', 'passed'],
  ['PUT', '/bind/5e7c0ff3/', 'passed'],
  ['OPTIONS', '/submit', 'passed'],
  ['POST', '/submit', 'passed'],
  ['POST', '/bind/5e7c0ff3', 'failed'],
  ['PATCH', '/update/5e7c0ff3', 'failed'],
  ['POST', '/document/policy/stream/5e7c0ff3', 'failed'],
  ['GET', '/openapi.yaml', undefined],
  ['POST', '/telemetry', undefined],
])('%s %s: %s', (method, path, expected) => {
  const [claim] = methodClaims
  expect(claim?.judge({ spec, exchanges: [requested(method, path)] })?.kind).toBe(expected)
})
