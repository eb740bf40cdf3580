import { expect, test } from 'vitest'
import { remembering } from './remembering.ts'
import type { Contents } from './rules.ts'

const contents = (title: string): Contents => ({ title, insured: 'A', madeAt: 0, sections: [] })

test('a document is written once for the same contents, and anew for others', async () => {
  const asked: string[] = []
  const write = remembering(async ({ title }) => {
    asked.push(title)
    return Buffer.from(title)
  })
  const titles = ['one', 'two', 'one']
  const bytes = await Promise.all(titles.map((title) => write(contents(title))))
  expect(bytes.map(String)).toEqual(titles)
  expect(asked).toEqual(['one', 'two'])
})

test('a hundred are kept, those that were asked for last', async () => {
  let count = 0
  const write = remembering(async () => {
    count += 1
    return new Uint8Array()
  })
  for (let number = 0; number < 100; number += 1) await write(contents(`${number}`))
  await write(contents('0'))
  await write(contents('100'))
  await write(contents('0'))
  expect(count).toBe(101)
  await write(contents('1'))
  expect(count).toBe(102)
})
