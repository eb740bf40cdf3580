import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mismatchesOf } from '../../pact/verify/mismatches.ts'
import type { Verifier } from '../../pact/verify/verifier.ts'

/** A matcher of a Pact file, and a value that a platform sends. */
export interface Question {
  readonly matcher: Readonly<Record<string, unknown>>
  readonly value: unknown
}

/** Fields in one answer: the library looks for the rule of a field among those of all. */
const FIELDS = 150

/**
 * Lets the Pact library verify values against matchers, as `pact verify` does.
 * @returns whether it accepts each
 */
export async function askLibrary(
  verifier: Verifier,
  questions: readonly Question[],
): Promise<readonly boolean[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pact-library-'))
  const answers = Array.from({ length: Math.ceil(questions.length / FIELDS) }, (_, page) =>
    questions
      .slice(page * FIELDS, (page + 1) * FIELDS)
      .map((question, index) => ({ name: `f${page * FIELDS + index}`, ...question })),
  )
  const server = createServer((request, response) => {
    const fields = answers[Number(request.url?.slice(1))] ?? []
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Object.fromEntries(fields.map(({ name, value }) => [name, value]))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const file = join(folder, 'pact.json')
  const interactions = answers.map((fields, page) => ({
    description: `answer ${page}`,
    request: { method: 'GET', path: `/${page}` },
    response: {
      status: 200,
      headers: { 'Content-Type': 'application/json' },
      body: Object.fromEntries(fields.map(({ name }) => [name, 'an example'])),
      matchingRules: {
        body: Object.fromEntries(fields.map(({ name, matcher }) => [`$.${name}`, { matchers: [matcher] }])),
      },
    },
  }))
  writeFileSync(
    file,
    JSON.stringify({
      ...{ consumer: { name: 'consumer' }, provider: { name: 'provider' }, interactions },
      metadata: { pactSpecification: { version: '3.0.0' } },
    }),
  )
  try {
    const url = `http://127.0.0.1:${port}`
    const { ok, text } = await verifier.perform({
      file,
      provider: 'provider',
      description: '',
      states: [],
      url,
    })
    const found = ok ? [] : mismatchesOf(text)
    const refused = new Set(found.map(({ at }) => at))
    if (!ok && [...refused].some((at) => at === undefined))
      throw new Error(`the library failed: ${text.slice(0, 500)}`)
    return questions.map((_, index) => !refused.has(`$.f${index}`))
  } finally {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
