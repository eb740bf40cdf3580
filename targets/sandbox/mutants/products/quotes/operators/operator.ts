import { eventTypes } from '../../../../events/table.ts'
import { standardLifecycle } from '../../../../quotes/lifecycle.ts'
import type { Quote, QuoteStatus } from '../../../../quotes/quote.ts'
import { OF_ONE_QUOTE } from '../../../answers.ts'
import { one, operatorOn } from '../../arguments.ts'
import type { Slip } from '../../product.ts'

export type QuoteChange = Slip<Quote>['change']

export const operator = operatorOn<Quote>()

export const state = one(...(Object.keys(standardLifecycle.transitions) as QuoteStatus[]))
export const eventWord = one(...eventTypes)
export const operation = one(...OF_ONE_QUOTE)
export const document = one('quote-preview', 'quote-proposal', 'policy-preview', 'policy')
