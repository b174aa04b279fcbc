/** The columns of a use `b`, for `UseRows`. */
export const USE_COLUMNS = `b.use_id, b.holder_id, b.signed_in_at, b.opened_at, b.reason_sealed, b.ends_at, b.closed_at, b.closed_by,
           b.confirmed_at, b.confirmed_by`;
