import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { fakeIo } from '../../cli/fake-io.ts'
import { main } from '../../cli/main.ts'
import { checkPact, readPact } from '../../pact/index.ts'
import { loadSpec } from '../../spec/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'pact-publish-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function published(name: string, ...more: readonly string[]): Promise<string> {
  const io = fakeIo()
  const code = await main(['pact', 'publish', '--out', join(folder, name), ...more], io)
  expect({ code, err: io.printed.err }).toEqual({ code: 0, err: '' })
  return io.printed.out.trim()
}

describe('the published contract', () => {
  test('is the same byte for byte each time, and the check finds nothing in it', async () => {
    const [one, other] = [await published('one'), await published('other')]
    expect(readFileSync(one, 'utf8')).toBe(readFileSync(other, 'utf8'))
    const checked = await checkPact(readPact(one), await loadSpec(), async () => [])
    expect(checked.interactions.flatMap(({ findings }) => findings)).toEqual([])
    const operations = checked.interactions.map(({ description }) => description.split(':')[0])
    expect(new Set(operations)).toEqual(
      new Set([
        ...['token', 'submit', 'status', 'update', 'bind', 'quote-preview', 'quote-proposal'],
        ...['policy-preview', 'policy', 'event'],
      ]),
    )
  })

  test('has patterns of whole texts only, as its tools apply them', async () => {
    const text = readFileSync(await published('patterns'), 'utf8')
    const patterns = [...text.matchAll(/"regex": ("(?:[^"\\]|\\.)*")/g)].map(([, one = '""']) =>
      JSON.parse(one),
    )
    expect(patterns.length).toBeGreaterThan(100)
    expect(patterns.filter((one) => !/^\^.*\$$/.test(one))).toEqual([])
  })

  test('cannot be written where there is a file', async () => {
    const io = fakeIo()
    expect(await main(['pact', 'publish', '--out', import.meta.filename], io)).toBe(2)
    expect(io.printed.err).toMatch(/--out .* cannot be written: it should be a folder/)
  })
})
