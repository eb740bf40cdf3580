/** The beginning of the line that names the page of a client that people drive. */
export const BY_HAND = 'driven by hand'
