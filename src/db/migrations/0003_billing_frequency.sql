-- The one rhythm in which later payments fall due (T5); its category follows from its name, as with every other option.
INSERT INTO options (category, key) VALUES ('billingFrequencyType', 'billingFrequencyTypeMonthly');
