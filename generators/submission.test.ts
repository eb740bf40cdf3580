import { describe, expect, test } from 'vitest'
import { loadSpec } from '../spec/index.ts'
import { uniqueSubmission } from './submission.ts'

const base = {
  insured_name: 'Alder',
  insured_taxid: '12-3456789',
  website: { has_website: true, domainName: 'https://www.alder.example/about?x=1' },
  insured_contact: { first_name: 'Robin', email: 'robin@alder.example' },
}
const spec = await loadSpec()

describe('a submission of its own', () => {
  test('differs in name, tax id, domain and mailbox, and stays valid', () => {
    const made = [1, 2, 90_000_000_000_000].map((unique) => uniqueSubmission(base, {}, unique))
    for (const pick of [
      ({ insured_name }: Record<string, unknown>) => insured_name,
      ({ insured_taxid }: Record<string, unknown>) => insured_taxid,
      ({ website }: Record<string, unknown>) => (website as { domainName: string }).domainName,
      ({ insured_contact }: Record<string, unknown>) => (insured_contact as { email: string }).email,
    ])
      expect(new Set(made.map(pick)).size).toBe(3)
    for (const submission of made)
      for (const pointer of ['/insured_taxid', '/website', '/insured_contact'])
        expect(spec.validate('Submission', pointer, submission[pointer.slice(1)])).toEqual([])
  })

  test('keeps what a patch sets', () => {
    const patch = {
      insured_name: 'x',
      insured_taxid: '99-0000001',
      website: { domainName: 'https://x.example' },
      insured_contact: { email: 'a@b.example' },
    }
    expect(uniqueSubmission(base, patch, 7)).toEqual({
      ...base,
      ...patch,
      website: { ...base.website, ...patch.website },
      insured_contact: { ...base.insured_contact, ...patch.insured_contact },
    })
    expect(uniqueSubmission(base, { insured_taxid: null }, 7)).not.toHaveProperty('insured_taxid')
  })

  test.each([
    ['https://www.alder.example/about', 'https://www.alder7.example/about'],
    ['shop.alder.co.uk', 'shop.alder7.co.uk'],
    ['HTTP://alder.com:8443', 'HTTP://alder7.com:8443'],
    ['https://www.example.com', 'https://www7.example.com'],
    ['https://example.com', 'https://example.com'],
    ['https://192.0.2.1/', 'https://192.0.2.1/'],
    ['https://localhost', 'https://localhost'],
    [17, 17],
  ])('has for the website %s the website %s', (given, expected) => {
    const { website } = uniqueSubmission({ website: { domainName: given } }, {}, 7)
    expect(website).toEqual({ domainName: expected })
  })

  test.each([
    ['robin@alder.example', 'robin7@alder7.example'],
    ['robin@mail.alder.example', 'robin7@mail.alder7.example'],
    ['robin@elsewhere.example', 'robin7@elsewhere.example'],
    ['no address', 'no address7@'],
  ])('has for the mailbox %s the mailbox %s', (email, expected) => {
    const made = uniqueSubmission({ ...base, insured_contact: { email } }, {}, 7)
    expect(made.insured_contact).toEqual({ email: expected })
  })

  test('takes any base that lacks parts', () => {
    expect(uniqueSubmission({}, {}, 7)).toEqual({})
    expect(uniqueSubmission({ website: null, insured_contact: 3, insured_taxid: 'none' }, {}, 7)).toEqual({
      website: null,
      insured_contact: 3,
      insured_taxid: 'none',
    })
  })
})
