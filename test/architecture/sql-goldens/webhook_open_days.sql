SELECT open_webhook_days()
