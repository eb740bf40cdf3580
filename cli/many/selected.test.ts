import { expect, test } from 'vitest'
import { sides } from '../../sides/index.ts'
import { entryNamed } from '../../sides/selecting.ts'
import type { FoundProfile } from './profiles.ts'
import { selectedBy } from './selected.ts'

const of = (name: string): FoundProfile => {
  const side = entryNamed(sides, name)
  return { name, file: `${name}.yaml`, ...(side && { side }) }
}
const profiles = [of('receiver'), of('client'), { ...of('wrong'), problem: 'no key' }]
const chosen = async (...only: string[]) => {
  const { profiles: kept, leftOut } = await selectedBy({ only, scenario: [] }, profiles)
  return { kept: kept.map(({ name, only: own }) => [name, ...own]), leftOut: leftOut.map(({ file }) => file) }
}

test('a pattern of one side leaves the profiles of the other out', async () => {
  expect(await chosen('receiver-refuses-wrong-signature')).toEqual({
    kept: [
      ['receiver', 'receiver-refuses-wrong-signature'],
      ['wrong', 'receiver-refuses-wrong-signature'],
    ],
    leftOut: ['client.yaml'],
  })
})

test('each side gets the patterns that select something of it', async () => {
  const { kept, leftOut } = await chosen('receiver-refuses-wrong-signature', 'client-stops-at-issued')
  expect([kept[0], kept[1], leftOut]).toEqual([
    ['receiver', 'receiver-refuses-wrong-signature'],
    ['client', 'client-stops-at-issued'],
    [],
  ])
  expect((await chosen()).kept).toEqual([['receiver'], ['client'], ['wrong']])
})

test('a pattern that selects nothing of any is refused', async () => {
  await expect(chosen('bind-answers-202')).rejects.toThrow('selects nothing of a receiver or a client')
})

test('a scenario of one side leaves the profiles of the other out, too', async () => {
  const { profiles: kept, leftOut } = await selectedBy({ only: [], scenario: ['forgeries/*'] }, profiles)
  expect(kept.map(({ name, scenario }) => [name, ...scenario])).toEqual([
    ['receiver', 'forgeries/*'],
    ['wrong', 'forgeries/*'],
  ])
  expect(leftOut).toEqual([{ file: 'client.yaml', reason: '--scenario selects nothing of a client' }])
  await expect(selectedBy({ only: [], scenario: ['no/scenario'] }, profiles)).rejects.toThrow(
    '--scenario "no/scenario" selects nothing',
  )
})
