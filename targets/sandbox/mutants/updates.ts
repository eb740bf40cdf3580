import type { Mutant } from './mutant.ts'

/** Defects of updates (2.4, 4.rule.3). */
export const updateMutants: readonly Mutant[] = [
  {
    id: 'update-moves-the-effective-date',
    says: 'The re-rating after an update uses the day of the update as the effective date',
    kills: ['update-changes-contact-only', 'effective-date-as-submitted'],
    change: ({ effects }) => ({
      effects: {
        updated(quote, platform) {
          effects.updated(quote, platform)
          const effectiveDate = platform.behaviour.formats.date(platform.clock.now())
          platform.clock.schedule(platform.behaviour.timing.rerating, () => {
            if (quote.rating !== undefined) quote.rating = { ...quote.rating, effectiveDate }
          })
        },
      },
    }),
  },
]
