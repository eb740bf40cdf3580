import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { loadSpec } from '../../spec/index.ts'
import { corpora } from './corpora.ts'

const { requirements } = await loadSpec()

/** Requirements that a test with a receiver of its own shows broken: over TLS, in real minutes, or with bytes that no server writes. */
const SHOWN_ELSEWHERE: Readonly<Record<string, string>> = {
  'receiver-ends-its-answers': 'tests/runs/cli/certify.test.ts',
  'receiver-url-is-https': 'tests/runs/cli/certify.test.ts',
  'receiver-certificate-is-trusted': 'tests/runs/receiver-tls.test.ts',
  'receiver-takes-tls-1-2-or-higher': 'tests/runs/receiver-tls.test.ts',
  'receiver-refuses-tls-below-1-2': 'tests/runs/receiver-tls.test.ts',
  'receiver-processes-once-to-the-last-retry': 'tests/proofs/receiver-memory.test.ts',
  'receiver-processes-once-across-a-restart': 'tests/runs/receiver-restart.test.ts',
}

describe.each(['client', 'receiver'] as const)('the wrong programs of the side %s', (side) => {
  const broken = new Set(
    Object.values<{ finds: readonly string[]; warns?: readonly string[] }>(corpora[side].wrong).flatMap(
      ({ finds, warns = [] }) => [...finds, ...warns],
    ),
  )

  test('break each requirement that can be broken', () => {
    const uncovered = requirements
      .filter((one) => one.side === side && one.level !== 'observe' && one.excluded === undefined)
      .filter(({ id }) => !broken.has(id) && SHOWN_ELSEWHERE[id] === undefined)
    expect(uncovered.map(({ id }) => id)).toEqual([])
  })

  test('name requirements of their side', () => {
    const own = new Set(requirements.filter((one) => one.side === side).map(({ id }) => id))
    expect([...broken].filter((id) => !own.has(id))).toEqual([])
  })
})

test('what another test shows is named there', () => {
  for (const [id, file] of Object.entries(SHOWN_ELSEWHERE))
    expect([file, readFileSync(file, 'utf8').includes(id)]).toEqual([file, true])
})
