SELECT open_webhook_days(), drop_webhook_days()
