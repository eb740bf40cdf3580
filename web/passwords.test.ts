import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords({ memory: 64, passes: 1, cost: 16 })

test('a password matches its hash, and no other one does', async () => {
  const kept = await passwords.hash('correct horse')
  expect(await passwords.matches('correct horse', kept)).toBe(true)
  expect(await passwords.matches('correct horsf', kept)).toBe(false)
  expect(await passwords.matches('correct horse', undefined)).toBe(false)
  expect(JSON.stringify(kept)).not.toContain('correct')
  expect(await passwords.hash('correct horse')).not.toEqual(kept)
})

test('a hash of an older Node or of weaker parameters is still read', async () => {
  const [salt, password] = ['c2FsdHNhbHRzYWx0c2E', 'correct horse']
  const older = { by: 'scrypt', cost: 16, salt, hash: 'oyByvyqJ3uHfEWZSxMRILDXiIz0QkD2rJtPPONAZyT0' } as const
  expect([await passwords.matches(password, older), await passwords.matches('other', older)]).toEqual([
    true,
    false,
  ])
})

test('the standard is argon2id as strong as OWASP asks', async () => {
  expect(await createPasswords().hash('x')).toMatchObject({ by: 'argon2id', memory: 19_456, passes: 2 })
})
