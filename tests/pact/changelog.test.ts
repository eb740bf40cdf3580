import { expect, test } from 'vitest'
import { checkPact } from '../../pact/index.ts'
import { pactOf } from '../../pact/read/pact.ts'
import { loadSpec, type Spec } from '../../spec/index.ts'
import { fileOf } from './corpus.ts'

const newest = await loadSpec()

/** A version without the quote proposal. */
const before: Spec = {
  ...newest,
  version: 'v1.13.0',
  endpoints: newest.endpoints.filter(({ operation }) => operation !== 'quote-proposal'),
}
const versions = async () => [newest, { ...newest, version: 'v1.14.0' }, before]

async function entriesOf(spec: Spec, set: Readonly<Record<string, unknown>> = {}) {
  const { json } = fileOf({ id: 'proposal', base: 'v3', at: 7, set })
  const { interactions } = await checkPact(pactOf(json, 'proposal'), spec, versions)
  return interactions.flatMap(({ findings }) => findings.map(({ at, changelog }) => ({ at, changelog })))
}

test('a finding names the entry of the changelog that brought what the file relies on', async () => {
  const at = '/interactions/7/request/path'
  expect(await entriesOf(before)).toEqual([{ at, changelog: 'v1.14.0' }])
  expect(await entriesOf({ ...before, version: 'v1.13.5' })).toEqual([{ at, changelog: 'v1.14.0' }])
  expect(await entriesOf(newest)).toEqual([])
})

test('what is wrong in every version names none', async () => {
  const wrong = { '/request/path': '/document/proposal' }
  expect(await entriesOf(newest, wrong)).toEqual([
    { at: '/interactions/7/request/path', changelog: undefined },
  ])
})
