/** A place in an operator action that a value is put into, such as `{quote_id}`. */
export const TEMPLATE = /\{([A-Za-z_]\w*)\}/g
