import { expect, test, vi } from 'vitest'
import { MisreadCredentials } from './misread-credentials.ts'

const key = 'operator.create_client.returns.client_secret'
const unread = ['a-name', 'the-secret'].map((text) => ({ text, key, misread: `${text} is right` }))

test('a text that works in place of a refused credential shows the wrong pointer', async () => {
  const book = new MisreadCredentials()
  await expect(book.refused('an-id', unread, async (text) => text === 'the-secret')).rejects.toMatchObject({
    message: 'the-secret is right',
    key,
  })
  expect(book.found()).toBe('the-secret is right')
})

test('a credential that no other text replaces is left to the statements', async () => {
  const book = new MisreadCredentials()
  await book.refused('an-id', unread, async () => false)
  expect(book.found()).toBeUndefined()
})

test('a credential that works a moment later is right, whatever else is accepted', async () => {
  const book = new MisreadCredentials()
  await book.refused('an-id', unread, async () => true)
  expect(book.found()).toBeUndefined()
})

test('a credential that was accepted before may have been revoked: nothing else is tried', async () => {
  const book = new MisreadCredentials()
  const works = vi.fn(async () => true)
  book.isFirstUse('an-id')
  await book.refused('an-id', unread, works)
  expect(works).not.toHaveBeenCalled()
})
