-- Every event that may have something due is looked at once; that writes down when to look next.
update events set wake_at = created_at where status = 'open';
update entries set unconfirmed_until = joined_at where confirmed_at is null;
