import { expect, test } from 'vitest'
import { sandboxOf } from './kind.ts'

test('nothing that is asked for changes nothing', async () => {
  expect(await sandboxOf({})).toEqual({})
  expect(await sandboxOf({ variant: [] })).toEqual({})
})

test('variants and a mutant change one sandbox together', async () => {
  const { behaviour, https } = await sandboxOf({
    variant: ['breaker-counts-attempts', 'served-on-https'],
    mutant: 'nine-attempts',
  })
  expect(behaviour?.webhooks).toMatchObject({ breaker: 'attempts', attempts: 9 })
  expect(https).toBe(true)
})

test('an id that there is not is said with those that are near', async () => {
  await expect(sandboxOf({ variant: ['breaker-counts'] })).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringContaining('--variant breaker-counts'),
    hint: 'did you mean breaker-counts-attempts?',
  })
  await expect(sandboxOf({ mutant: 'none-of-them' })).rejects.toMatchObject({
    code: 'USAGE',
    hint: '`sandbox --list` lists them',
  })
})
