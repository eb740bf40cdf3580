import { expect, test } from 'vitest'
import { loadSpec } from '../../spec/index.ts'
import { openForms } from './open-forms.ts'

const spec = await loadSpec()

test.each([
  ['an amount as a number', { revenue: 1000.5 }, []],
  ['an amount as digits', { agg_limit: '1000000.50' }, []],
  ['an amount with a dollar sign', { retention: '$1,000' }, ['/retention']],
  ['a whole code', { naics: 541511 }, []],
  ['a whole URL', { website: { domainName: 'https://widgets.example.com' } }, []],
  ['a bare domain', { website: { domainName: 'widgets.example.com' } }, ['/website/domainName']],
])('%s', (_what, sent, pointers) => {
  expect(openForms(sent).map(({ pointer }) => pointer)).toEqual(pointers)
  const breaches = spec.validate('Submission', '', sent)
  expect(breaches.filter(({ message }) => !message.includes('required'))).toEqual([])
})
